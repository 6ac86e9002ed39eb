package dev.berth.devices;

import dev.berth.model.Pod;
import dev.berth.model.device.ResourceClaim;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.ObjectChange;
import dev.berth.spi.ObjectLister;
import dev.berth.spi.QueueingHints;

import java.util.Optional;
import java.util.function.Supplier;

/// The queueing hints of [DynamicResources].
final class DynamicResourcesHints {
    private static final int ADD_OR_UPDATE = ClusterEvent.ADD | ClusterEvent.UPDATE;

    private static final String TAINT_RULES = "devicetaintrules.v1.resource.k8s.io";

    private final Supplier<ObjectLister> objects;
    private final boolean taintRules;

    /// @param taintRules whether DeviceTaintRules add taints to devices
    DynamicResourcesHints(Supplier<ObjectLister> objects, boolean taintRules) {
        this.objects = objects;
        this.taintRules = taintRules;
    }

    void register(QueueingHints hints) {
        hints.on(
                ClusterEvent.NODE,
                ClusterEvent.ADD
                        | ClusterEvent.UPDATE_NODE_LABEL
                        | ClusterEvent.UPDATE_NODE_ALLOCATABLE);
        hints.on(
                ClusterEvent.RESOURCE_CLAIM, ADD_OR_UPDATE | ClusterEvent.DELETE, this::claimHelps);
        hints.on(
                ClusterEvent.TARGET_POD,
                ClusterEvent.UPDATE_POD_GENERATED_RESOURCE_CLAIM,
                this::statusHelps);
        hints.on(ClusterEvent.DEVICE_CLASS, ADD_OR_UPDATE);
        hints.on(ClusterEvent.RESOURCE_SLICE, ADD_OR_UPDATE);
        if (taintRules) {
            // Parity: ResourceSliceTracker reports an update of each slice whose taints change.
            hints.on(TAINT_RULES, ADD_OR_UPDATE | ClusterEvent.DELETE);
        }
    }

    private boolean claimHelps(Pod unschedulable, ObjectChange change) {
        Optional<ResourceClaim> before = change.before().map(ResourceClaim.class::cast);
        Optional<ResourceClaim> after = change.after().map(ResourceClaim.class::cast);
        boolean wasAllocated = before.flatMap(ResourceClaim::allocation).isPresent();
        if (after.isEmpty()) {
            return wasAllocated;
        }
        PodClaims claims = PodClaims.of(unschedulable, objects.get());
        if (!claims.problem().isEmpty()) {
            return false;
        }
        if (wasAllocated && after.get().allocation().isEmpty()) {
            return true;
        }
        return claims.contains(after.get())
                && (before.isEmpty() || !before.get().sameStatus(after.get()));
    }

    private boolean statusHelps(Pod unschedulable, ObjectChange change) {
        return !(change.after().isPresent() && change.after().get() instanceof Pod now)
                || PodClaims.of(now, objects.get()).problem().isEmpty();
    }
}
