package dev.berth.model.device;

import dev.berth.model.NodeSelectorTerm;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The devices that are allocated to a claim (Kubernetes: `AllocationResult`).
///
/// @param nodeSelector the nodes on which pods can use the devices; all nodes if absent
public record Allocation(
        List<AllocatedDevice> devices,
        List<AllocatedConfiguration> config,
        Optional<List<NodeSelectorTerm>> nodeSelector,
        Optional<Instant> timestamp) {
    public Allocation {
        devices = List.copyOf(devices);
        config = List.copyOf(config);
        nodeSelector = nodeSelector.map(List::copyOf);
    }

    public Allocation withTimestamp(Instant at) {
        return new Allocation(devices, config, nodeSelector, Optional.of(at));
    }
}
