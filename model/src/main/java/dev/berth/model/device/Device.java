package dev.berth.model.device;

import dev.berth.model.device.ResourceSlice.NodeSelection;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A device of a slice.
///
/// @param nodes the nodes that can access the device, if its slice selects nodes per device
/// @param bindsToNode whether an allocation is limited to the node for which it was made
/// @param bindingConditions the conditions that must be true before a pod can be bound; an absent
///   list differs from an empty one
public record Device(
        String name,
        Map<String, DeviceAttribute> attributes,
        Map<String, DeviceCapacity> capacity,
        List<CounterSet> consumesCounters,
        NodeSelection nodes,
        List<DeviceTaint> taints,
        boolean bindsToNode,
        Optional<List<String>> bindingConditions,
        Optional<List<String>> bindingFailureConditions,
        boolean allowMultipleAllocations) {
    public Device {
        consumesCounters = List.copyOf(consumesCounters);
        taints = List.copyOf(taints);
        bindingConditions = bindingConditions.map(List::copyOf);
        bindingFailureConditions = bindingFailureConditions.map(List::copyOf);
    }

    public Device withTaints(List<DeviceTaint> taints) {
        return new Device(
                name,
                attributes,
                capacity,
                consumesCounters,
                nodes,
                taints,
                bindsToNode,
                bindingConditions,
                bindingFailureConditions,
                allowMultipleAllocations);
    }
}
