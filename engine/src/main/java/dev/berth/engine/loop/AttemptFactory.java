package dev.berth.engine.loop;

import dev.berth.engine.binding.StatusWriter;
import dev.berth.engine.cycle.Attempt;
import dev.berth.engine.extender.Extenders;
import dev.berth.engine.profile.Profile;
import dev.berth.engine.queue.QueuedPod;
import dev.berth.engine.state.ClusterState;
import dev.berth.model.Pod;

import java.util.List;
import java.util.function.LongSupplier;

/// Creates attempts.
///
/// @param now the clock reading of the present loop iteration
record AttemptFactory(
        ClusterState state, StatusWriter statuses, Extenders extenders, LongSupplier now) {
    /// An attempt for a pod of the queue.
    Attempt create(QueuedPod queued) {
        Pod pod = queued.pod();
        return new Attempt(
                queued,
                state.nodes(),
                statuses.nominated(pod),
                false,
                extenders.interestedExtendersFor(pod));
    }

    /// A dry run for any pod, without extenders.
    Attempt createDryRun(Pod pod, Profile profile) {
        return new Attempt(
                new QueuedPod(pod, profile, now.getAsLong()),
                state.nodes(),
                statuses.nominated(pod),
                true,
                List.of());
    }
}
