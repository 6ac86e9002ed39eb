package dev.berth.engine.cycle;

import dev.berth.model.Pod;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeView;
import dev.berth.spi.NodeWhatIf;
import dev.berth.spi.PodChange;
import dev.berth.spi.Verdict;

import org.jspecify.annotations.Nullable;

import java.util.List;

/// A what-if on an overlay of the node, with the filters of the attempt after each change.
final class OverlayWhatIf implements NodeWhatIf {
    private final NodeFilters nodeFilters;
    private final NodeOverlay overlay;
    private final List<Pod> nominated;
    private @Nullable NodeFilter[] filters;
    private boolean attributesPassed;

    /// @param nominated the nominated pods that count as if they were running on the node
    OverlayWhatIf(NodeFilters nodeFilters, NodeOverlay overlay, List<Pod> nominated) {
        this.nodeFilters = nodeFilters;
        this.overlay = overlay;
        this.nominated = nominated;
        this.filters = nodeFilters.filters();
    }

    @Override
    public NodeView node() {
        return overlay;
    }

    @Override
    public void remove(Pod pod) {
        overlay.remove(pod);
        filters = nodeFilters.after(filters, new PodChange(pod, overlay, false));
    }

    @Override
    public void add(Pod pod) {
        overlay.add(pod);
        filters = nodeFilters.after(filters, new PodChange(pod, overlay, true));
    }

    @Override
    public Verdict test() {
        NodeFilters.NodeRejection rejection = withNominated();
        if (rejection == null) {
            rejection = nodeFilters.test(overlay, filters, attributesPassed);
        }
        attributesPassed |= rejection == null;
        return rejection == null ? Verdict.PASS : rejection.why();
    }

    /// The rejection of the node if the pods nominated to it were running there; null if it passes
    /// or there are none.
    NodeFilters.@Nullable NodeRejection withNominated() {
        if (nominated.isEmpty()) {
            return null;
        }
        // The changes of the what-if stay; only those for the nominated pods are undone.
        @Nullable NodeFilter[] changed = filters;
        int added = 0;
        try {
            for (Pod pod : nominated) {
                overlay.add(pod);
                added++;
                changed = nodeFilters.after(changed, new PodChange(pod, overlay, true));
            }
            return nodeFilters.test(overlay, changed, attributesPassed);
        } finally {
            nominated.subList(0, added).forEach(overlay::remove);
        }
    }
}
