package dev.berth.model;

import java.util.Optional;

/// A CSIStorageCapacity: the available storage of a class on some nodes.
///
/// @param nodeTopology the nodes; no nodes if absent
/// @param capacity the total available capacity
/// @param largestVolume the maximum size of one volume
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

    /// The maximum size of a new volume.
    public Optional<Quantity> limit() {
        return largestVolume.or(() -> capacity);
    }
}
