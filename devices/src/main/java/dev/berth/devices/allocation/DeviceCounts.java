package dev.berth.devices.allocation;

import dev.berth.devices.allocation.IndexedSlice.IndexedDevice;
import dev.berth.expression.DeviceInput;
import dev.berth.model.Node;
import dev.berth.model.device.DeviceClass;
import dev.berth.model.device.ExtendedResourceClasses;
import dev.berth.model.device.ResourceSlice.NodeSelection;
import dev.berth.spi.NodeDevices;

import java.util.Optional;

/// Counts the devices of a class on a node, for scores (kube-scheduler:
/// `calculateDRAResourceTotals`).
///
/// All slices count, regardless of the generation and the completeness of their pool. Taints and
/// the selectors of requests do not matter.
public final class DeviceCounts implements NodeDevices.Source {
    private final SliceIndex slices;
    private final Selectors selectors;
    private final AllocatedDevices allocated;
    private final ExtendedResourceClasses classes;

    public DeviceCounts(
            SliceIndex slices,
            Selectors selectors,
            AllocatedDevices allocated,
            ExtendedResourceClasses classes) {
        this.slices = slices;
        this.selectors = selectors;
        this.allocated = allocated;
        this.classes = classes;
    }

    @Override
    public boolean provides(String resource) {
        return ExtendedResourceClasses.eligible(resource) && classes.classOf(resource).isPresent();
    }

    @Override
    public long revision() {
        return classes.revision();
    }

    @Override
    public NodeDevices.Count count(Node node, String resource) {
        Optional<DeviceClass> deviceClass = classes.classOf(resource);
        if (deviceClass.isEmpty()) {
            return NodeDevices.Count.NONE;
        }
        try {
            return count(node, deviceClass.get());
        } catch (AllocationException failed) {
            // Parity: a resource whose devices cannot be counted does not count in scores.
            return NodeDevices.Count.NONE;
        }
    }

    private NodeDevices.Count count(Node node, DeviceClass deviceClass) {
        long devices = 0;
        long inUse = 0;
        for (IndexedSlice slice : slices.slicesFor(node.name())) {
            boolean perDevice = slice.slice().selectsPerDevice();
            if (!perDevice && !covers(slice.slice().nodes(), node)) {
                continue;
            }
            for (IndexedDevice device : slice.devices()) {
                boolean reachable =
                        !perDevice || NodeSelectors.selects(device.device().nodes(), node);
                if (reachable && matches(deviceClass, device)) {
                    devices++;
                    if (allocated.inUse(device.id())) {
                        inUse++;
                    }
                }
            }
        }
        return new NodeDevices.Count(devices, inUse);
    }

    /// Whether the devices of a slice count on the node.
    // Parity: a slice without any node selection counts on all nodes.
    private static boolean covers(NodeSelection nodes, Node node) {
        return nodes.node().isEmpty() && nodes.nodeSelector().isEmpty()
                || NodeSelectors.selects(nodes, node);
    }

    private boolean matches(DeviceClass deviceClass, IndexedDevice device) {
        for (Optional<String> expression : deviceClass.selectors()) {
            if (expression.isPresent() && !matches(expression.get(), device)) {
                return false;
            }
        }
        return true;
    }

    private boolean matches(String expression, IndexedDevice device) {
        Selectors.Compiled selector = selectors.of(expression);
        if (selector.invalid()) {
            throw new AllocationException(selector.problem());
        }
        Selectors.Result result = result(selector, device);
        if (result.failed()) {
            throw new AllocationException(result.problem());
        }
        return result.matches();
    }

    // Parity: for scores, no device allows multiple allocations.
    private static Selectors.Result result(Selectors.Compiled selector, IndexedDevice device) {
        DeviceInput content = device.content().content();
        return content.allowMultipleAllocations()
                ? selector.evaluate(
                        new DeviceInput(
                                content.driver(), content.attributes(), content.capacity(), false),
                        DeviceCounts::noLimit)
                : device.content().result(selector, DeviceCounts::noLimit);
    }

    /// Scores have no time limit.
    private static void noLimit() {}
}
