package dev.berth.model.device;

import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Meta;
import dev.berth.model.NodeSelectorTerm;

import java.util.List;
import java.util.Optional;

/// A ResourceSlice: some devices of a pool, or the shared counters of the pool.
///
/// @param generation the generation of the pool that the slice belongs to
/// @param sliceCount the number of slices of the pool in this generation
/// @param nodes the nodes that can access the devices
/// @param perDeviceNodeSelection whether each device has its own nodes; an absent value differs
///   from `false`
public record ResourceSlice(
        Meta meta,
        String driver,
        String pool,
        long generation,
        long sliceCount,
        NodeSelection nodes,
        Optional<Boolean> perDeviceNodeSelection,
        List<Device> devices,
        List<CounterSet> sharedCounters)
        implements KubeObject {
    public ResourceSlice {
        devices = List.copyOf(devices);
        sharedCounters = List.copyOf(sharedCounters);
    }

    /// The nodes that can access devices: at most one of the fields is set.
    public record NodeSelection(
            Optional<String> nodeName,
            Optional<List<NodeSelectorTerm>> nodeSelector,
            boolean allNodes) {
        /// No selection of nodes.
        public static final NodeSelection NONE =
                new NodeSelection(Optional.empty(), Optional.empty(), false);

        public NodeSelection {
            nodeSelector = nodeSelector.map(List::copyOf);
        }

        /// The selected node, or the empty string.
        public String node() {
            return nodeName.orElse("");
        }
    }

    @Override
    public Kind kind() {
        return Kind.RESOURCE_SLICE;
    }

    public String name() {
        return meta.name();
    }

    public boolean selectsPerDevice() {
        return perDeviceNodeSelection.orElse(false);
    }

    public ResourceSlice withDevices(List<Device> devices) {
        return new ResourceSlice(
                meta,
                driver,
                pool,
                generation,
                sliceCount,
                nodes,
                perDeviceNodeSelection,
                devices,
                sharedCounters);
    }
}
