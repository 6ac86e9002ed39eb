package dev.berth.plugins.volumes;

import dev.berth.model.CsiDriver;
import dev.berth.model.CsiNode;
import dev.berth.model.KubeObject;
import dev.berth.model.Pod;
import dev.berth.model.Quantity;
import dev.berth.model.StorageCapacity;
import dev.berth.model.StorageClass;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.ObjectChange;
import dev.berth.spi.QueueingHints;

import java.util.Optional;
import java.util.function.BiPredicate;

/// The queueing hints of [VolumeBinding].
final class VolumeBindingHints {
    private static final int ADD_OR_UPDATE = ClusterEvent.ADD | ClusterEvent.UPDATE;

    private VolumeBindingHints() {}

    static void register(QueueingHints hints) {
        hints.on(
                ClusterEvent.STORAGE_CLASS,
                ADD_OR_UPDATE,
                (pod, change) ->
                        addedOr(
                                change,
                                StorageClass.class,
                                (before, after) ->
                                        !before.allowedTopologies()
                                                .equals(after.allowedTopologies())));
        hints.on(ClusterEvent.PERSISTENT_VOLUME_CLAIM, ADD_OR_UPDATE, PodVolumeClaims::concerns);
        hints.on(ClusterEvent.PERSISTENT_VOLUME, ADD_OR_UPDATE);
        hints.on(ClusterEvent.NODE, ClusterEvent.ADD | ClusterEvent.UPDATE_NODE_LABEL);
        hints.on(
                ClusterEvent.CSI_NODE,
                ADD_OR_UPDATE,
                (pod, change) ->
                        addedOr(
                                change,
                                CsiNode.class,
                                (before, after) ->
                                        !VolumeTopologyIndex.migrated(before)
                                                .equals(VolumeTopologyIndex.migrated(after))));
        hints.on(ClusterEvent.CSI_DRIVER, ClusterEvent.UPDATE, VolumeBindingHints::countsNoMore);
        hints.on(
                ClusterEvent.CSI_STORAGE_CAPACITY,
                ADD_OR_UPDATE,
                (pod, change) ->
                        addedOr(change, StorageCapacity.class, VolumeBindingHints::hasMore));
    }

    private static <T extends KubeObject> boolean addedOr(
            ObjectChange change, Class<T> type, BiPredicate<T, T> helps) {
        return change.before().isEmpty()
                || helps.test(
                        type.cast(change.before().get()), type.cast(change.after().orElseThrow()));
    }

    /// Parity: isSchedulableAfterCSIDriverChange evaluates only the drivers of inline volumes, not
    /// of claims.
    private static boolean countsNoMore(Pod pod, ObjectChange change) {
        var before = (CsiDriver) change.before().orElseThrow();
        var after = (CsiDriver) change.after().orElseThrow();
        return before.storageCapacity()
                && !after.storageCapacity()
                && pod.spec().volumes().stream()
                        .filter(volume -> volume.source().equals("csi"))
                        .map(volume -> volume.detail().textAt("driver"))
                        .anyMatch(Optional.of(after.meta().name())::equals);
    }

    private static boolean hasMore(StorageCapacity before, StorageCapacity after) {
        Optional<Long> had = before.limit().map(Quantity::value);
        Optional<Long> has = after.limit().map(Quantity::value);
        return has.isPresent() && (had.isEmpty() || has.get() > had.get());
    }
}
