package dev.berth.engine.cycle;

import dev.berth.engine.state.NodeTable;
import dev.berth.engine.state.UsedPorts;
import dev.berth.model.HostPort;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.model.PodRequests;
import dev.berth.spi.ImageState;
import dev.berth.spi.NodeView;
import dev.berth.spi.Resource;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A node with pods added or removed, for what-ifs; the node table does not change.
public final class NodeOverlay implements NodeView {
    private final NodeTable table;
    private final NodeView base;
    private final List<Pod> added = new ArrayList<>();
    private final List<Pod> removed = new ArrayList<>();
    private long cpuMillis;
    private long memoryBytes;
    private long ephemeralBytes;
    private long nonZeroCpuMillis;
    private long nonZeroMemoryBytes;
    private @Nullable UsedPorts ports;

    public NodeOverlay(NodeTable table, int row) {
        this.table = table;
        this.base = table.view(row);
    }

    public void add(Pod pod) {
        if (!takeOut(removed, pod)) {
            added.add(pod);
        }
        account(pod, 1);
        if (!pod.template().hostPorts().isEmpty()) {
            ports().add(pod.template().hostPorts());
        }
    }

    public void remove(Pod pod) {
        if (!takeOut(added, pod)) {
            removed.add(pod);
        }
        account(pod, -1);
        if (!pod.template().hostPorts().isEmpty()) {
            ports().remove(pod.template().hostPorts());
        }
    }

    private UsedPorts ports() {
        if (ports == null) {
            ports = table.portsOn(base.row());
        }
        return ports;
    }

    private static boolean takeOut(List<Pod> pods, Pod pod) {
        for (int i = 0; i < pods.size(); i++) {
            if (pods.get(i).uid().equals(pod.uid())) {
                pods.remove(i);
                return true;
            }
        }
        return false;
    }

    private void account(Pod pod, int sign) {
        PodRequests amounts = pod.requests();
        cpuMillis += sign * amounts.accounting().cpuMillis();
        memoryBytes += sign * amounts.accounting().memoryBytes();
        ephemeralBytes += sign * amounts.accounting().ephemeralBytes();
        nonZeroCpuMillis += sign * amounts.nonZeroCpuMillis();
        nonZeroMemoryBytes += sign * amounts.nonZeroMemoryBytes();
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
        return base.requested(resource) + difference(resource, cpuMillis, memoryBytes);
    }

    @Override
    public long nonZeroRequested(Resource resource) {
        return base.nonZeroRequested(resource)
                + difference(resource, nonZeroCpuMillis, nonZeroMemoryBytes);
    }

    private long difference(Resource resource, long cpu, long memory) {
        int slot = resource.slot();
        if (slot == Resource.CPU.slot()) {
            return cpu;
        }
        if (slot == Resource.MEMORY.slot()) {
            return memory;
        }
        if (slot == Resource.EPHEMERAL_STORAGE.slot()) {
            return ephemeralBytes;
        }
        if (slot == Resource.PODS.slot()) {
            return (long) added.size() - removed.size();
        }
        return amount(added, resource) - amount(removed, resource);
    }

    private static long amount(List<Pod> pods, Resource resource) {
        long total = 0;
        for (Pod pod : pods) {
            total += pod.requests().accounting().amount(resource.name());
        }
        return total;
    }

    @Override
    public List<Pod> pods() {
        var pods = new ArrayList<>(base.pods());
        removed.forEach(pod -> takeOut(pods, pod));
        pods.addAll(added);
        return pods;
    }

    @Override
    public boolean portTaken(HostPort wanted) {
        return ports == null ? base.portTaken(wanted) : ports.taken(wanted);
    }

    @Override
    public Optional<ImageState> image(String name) {
        return base.image(name);
    }
}
