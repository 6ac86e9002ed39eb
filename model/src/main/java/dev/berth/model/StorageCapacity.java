package dev.berth.model;

import java.util.Optional;

/// How much storage of a class can still be provided to some nodes.
///
/// @param nodeTopology the nodes; none if absent
/// @param capacity what is left in all
/// @param largestVolume the most one volume can have
public record StorageCapacity(
        Meta meta,
        String storageClassName,
        Optional<LabelSelector> nodeTopology,
        Optional<Quantity> capacity,
        Optional<Quantity> largestVolume)
        implements KubeObject {
    @Override
    public Kind kind() {
        return Kind.CSI_STORAGE_CAPACITY;
    }

    /// The most that can be asked for.
    public Optional<Quantity> limit() {
        return largestVolume.or(() -> capacity);
    }
}
