package dev.berth.plugins.volumes;

import dev.berth.model.CsiNode;
import dev.berth.model.Pod;
import dev.berth.model.Volume;
import dev.berth.model.VolumeAttachment;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.ObjectChange;
import dev.berth.spi.QueueingHints;

import java.util.Optional;

/// The queueing hints of [NodeVolumeLimits].
final class NodeVolumeLimitsHints {
    private NodeVolumeLimitsHints() {}

    static void register(QueueingHints hints) {
        hints.on(ClusterEvent.CSI_NODE, ClusterEvent.ADD);
        hints.on(ClusterEvent.CSI_NODE, ClusterEvent.UPDATE, NodeVolumeLimitsHints::hasMore);
        hints.on(ClusterEvent.ASSIGNED_POD, ClusterEvent.DELETE, NodeVolumeLimitsHints::used);
        hints.on(ClusterEvent.PERSISTENT_VOLUME_CLAIM, ClusterEvent.ADD, PodVolumeClaims::concerns);
        hints.on(
                ClusterEvent.VOLUME_ATTACHMENT,
                ClusterEvent.DELETE,
                NodeVolumeLimitsHints::detached);
    }

    private static boolean hasMore(Pod unschedulable, ObjectChange change) {
        var before = (CsiNode) change.before().orElseThrow();
        var after = (CsiNode) change.after().orElseThrow();
        // Differs: kube-scheduler does not requeue the pod for a new driver without a limit, but
        // the missing driver can be the reason of the rejection.
        return after.drivers().stream()
                .anyMatch(driver ->
                        before.driver(driver.name()).isEmpty()
                                || driver.limit().orElse(0)
                                        > before.driver(driver.name())
                                                .orElseThrow()
                                                .limit()
                                                .orElse(0));
    }

    private static boolean used(Pod unschedulable, ObjectChange change) {
        return !(change.before().orElse(null) instanceof Pod gone)
                || gone.placedOrNominated() && DriverVolumes.counts(gone);
    }

    /// Parity: a pod is requeued for the claims that it uses by name, regardless of their driver,
    /// and never for ephemeral volumes.
    private static boolean detached(Pod unschedulable, ObjectChange change) {
        var gone = (VolumeAttachment) change.before().orElseThrow();
        for (Volume volume : unschedulable.spec().volumes()) {
            Optional<InTreeVolumes> kind = InTreeVolumes.ofSource(volume.source());
            if (PodVolumeClaims.named(volume)
                    || kind.isPresent()
                            && (untold(volume, kind.get())
                                    || kind.get().driver().equals(gone.attacher()))) {
                return true;
            }
        }
        return false;
    }

    /// Whether the volume handle cannot be determined; kube-scheduler requeues the pod then.
    private static boolean untold(Volume volume, InTreeVolumes kind) {
        try {
            Translation.handle(volume, kind);
            return false;
        } catch (Translation.Impossible problem) {
            return true;
        }
    }
}
