package dev.berth.engine.loop;

import dev.berth.engine.binding.StatusWriter;
import dev.berth.engine.cycle.Attempt;
import dev.berth.engine.extender.Extenders;
import dev.berth.engine.profile.Profile;
import dev.berth.engine.queue.QueuedPod;
import dev.berth.engine.state.ClusterState;
import dev.berth.model.Pod;

import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// Creates attempts.
///
/// @param extenders the extenders of the configuration in force
/// @param now the clock reading of the present loop iteration
record AttemptFactory(
        ClusterState state,
        StatusWriter statuses,
        Supplier<Extenders> extenders,
        LongSupplier now) {
    /// An attempt for a pod of the queue.
    Attempt create(QueuedPod queued) {
        Pod pod = queued.pod();
        return new Attempt(queued, state.nodes(), statuses.nominated(pod), false, extenders.get());
    }

    /// A dry run for any pod, without extenders.
    Attempt createDryRun(Pod pod, Profile profile) {
        return new Attempt(
                new QueuedPod(pod, profile, now.getAsLong()),
                state.nodes(),
                statuses.nominated(pod),
                true,
                Extenders.NONE);
    }
}
