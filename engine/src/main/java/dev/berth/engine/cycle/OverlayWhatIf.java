package dev.berth.engine.cycle;

import dev.berth.model.Pod;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeView;
import dev.berth.spi.NodeWhatIf;
import dev.berth.spi.PodChange;
import dev.berth.spi.Verdict;

import org.jspecify.annotations.Nullable;

import java.util.List;

/// A trial on an overlay of the node, with the filters of the attempt as each change leaves them.
final class OverlayWhatIf implements NodeWhatIf {
    private final NodeFilters judges;
    private final NodeOverlay overlay;
    private final List<Pod> promised;
    private @Nullable NodeFilter[] filters;
    private boolean attributesPassed;

    /// @param promised the pods that count as if they ran on the node already
    OverlayWhatIf(NodeFilters judges, NodeOverlay overlay, List<Pod> promised) {
        this.judges = judges;
        this.overlay = overlay;
        this.promised = promised;
        this.filters = judges.filters();
    }

    @Override
    public NodeView node() {
        return overlay;
    }

    @Override
    public void remove(Pod pod) {
        overlay.remove(pod);
        filters = judges.after(filters, new PodChange(pod, overlay, false));
    }

    @Override
    public void add(Pod pod) {
        overlay.add(pod);
        filters = judges.after(filters, new PodChange(pod, overlay, true));
    }

    @Override
    public Verdict test() {
        NodeFilters.NodeRejection ruling = withPromised();
        if (ruling == null) {
            ruling = judges.test(overlay, filters, attributesPassed);
        }
        attributesPassed |= ruling == null;
        return ruling == null ? Verdict.PASS : ruling.why();
    }

    /// The rejection of the node if the pods promised to it ran there already; null when it passes
    /// or there are none.
    NodeFilters.@Nullable NodeRejection withPromised() {
        if (promised.isEmpty()) {
            return null;
        }
        // The changes of the trial stay; only those for the promised pods are undone.
        @Nullable NodeFilter[] crowded = filters;
        int added = 0;
        try {
            for (Pod pod : promised) {
                overlay.add(pod);
                added++;
                crowded = judges.after(crowded, new PodChange(pod, overlay, true));
            }
            return judges.test(overlay, crowded, attributesPassed);
        } finally {
            promised.subList(0, added).forEach(overlay::remove);
        }
    }
}
