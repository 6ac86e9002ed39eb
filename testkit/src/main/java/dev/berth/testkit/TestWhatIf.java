package dev.berth.testkit;

import dev.berth.engine.cycle.NodeOverlay;
import dev.berth.model.Pod;
import dev.berth.model.Requests;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeView;
import dev.berth.spi.NodeWhatIf;
import dev.berth.spi.Nodes;
import dev.berth.spi.PodChange;
import dev.berth.spi.Reject;
import dev.berth.spi.Resource;
import dev.berth.spi.Verdict;

import java.util.ArrayList;
import java.util.List;

/// A what-if with the filter of the plugin under test, and with the resources of the node.
final class TestWhatIf implements NodeWhatIf {
    private final Nodes nodes;
    private final Pod pod;
    private final NodeOverlay overlay;
    private NodeFilter filter;

    TestWhatIf(Nodes nodes, Pod pod, NodeOverlay overlay, NodeFilter filter) {
        this.nodes = nodes;
        this.pod = pod;
        this.overlay = overlay;
        this.filter = filter;
    }

    @Override
    public NodeView node() {
        return overlay;
    }

    @Override
    public void remove(Pod removed) {
        if (overlay.pods().stream().noneMatch(each -> each.uid().equals(removed.uid()))) {
            throw new IllegalArgumentException(
                    "NodeWhatIf.remove: pod %s is not on node %s"
                            .formatted(removed.key(), overlay.name()));
        }
        overlay.remove(removed);
        filter = filter.after(new PodChange(removed, overlay, false));
    }

    @Override
    public void add(Pod added) {
        overlay.add(added);
        filter = filter.after(new PodChange(added, overlay, true));
    }

    @Override
    public Verdict test() {
        Verdict verdict = filter.test(overlay);
        return verdict instanceof Verdict.Pass ? resources() : verdict;
    }

    private Verdict resources() {
        Requests wanted = pod.requests().accounting();
        var lacking = new ArrayList<String>();
        if (overlay.free(Resource.PODS) < 1) {
            lacking.add("Too many pods");
        }
        check(Resource.CPU, wanted.cpuMillis(), lacking);
        check(Resource.MEMORY, wanted.memoryBytes(), lacking);
        check(Resource.EPHEMERAL_STORAGE, wanted.ephemeralBytes(), lacking);
        for (int i = 0; i < wanted.scalars(); i++) {
            check(nodes.resource(wanted.scalarName(i)), wanted.scalarAmount(i), lacking);
        }
        return lacking.isEmpty()
                ? Verdict.PASS
                : Reject.unschedulable(lacking.toArray(String[]::new));
    }

    private void check(Resource resource, long wanted, List<String> lacking) {
        if (wanted > 0 && overlay.free(resource) < wanted) {
            lacking.add("Insufficient " + resource.name());
        }
    }
}
