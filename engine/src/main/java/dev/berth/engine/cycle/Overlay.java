package dev.berth.engine.cycle;

import dev.berth.model.HostPort;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.spi.ImageState;
import dev.berth.spi.NodeView;
import dev.berth.spi.Resource;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A node as it would be with some pods more; the table is not touched.
final class Overlay implements NodeView {
    private final NodeView base;
    private final List<Pod> added;

    Overlay(NodeView base, List<Pod> added) {
        this.base = base;
        this.added = added;
    }

    @Override
    public int row() {
        return base.row();
    }

    @Override
    public Node node() {
        return base.node();
    }

    @Override
    public long allocatable(Resource resource) {
        return base.allocatable(resource);
    }

    @Override
    public long requested(Resource resource) {
        long total = base.requested(resource);
        for (Pod pod : added) {
            total +=
                    resource.equals(Resource.PODS)
                            ? 1
                            : pod.requests().accounting().amount(resource.name());
        }
        return total;
    }

    @Override
    public long nonZeroRequested(Resource resource) {
        long total = base.nonZeroRequested(resource);
        for (Pod pod : added) {
            if (resource.equals(Resource.CPU)) {
                total += pod.requests().nonZeroCpuMillis();
            } else if (resource.equals(Resource.MEMORY)) {
                total += pod.requests().nonZeroMemoryBytes();
            } else {
                total +=
                        resource.equals(Resource.PODS)
                                ? 1
                                : pod.requests().accounting().amount(resource.name());
            }
        }
        return total;
    }

    @Override
    public List<Pod> pods() {
        var pods = new ArrayList<>(base.pods());
        pods.addAll(added);
        return pods;
    }

    @Override
    public boolean portTaken(HostPort wanted) {
        if (base.portTaken(wanted)) {
            return true;
        }
        for (Pod pod : added) {
            for (HostPort open : pod.template().hostPorts()) {
                if (open.conflicts(wanted)) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public Optional<ImageState> image(String name) {
        return base.image(name);
    }
}
