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
        return create(queued, extenders.get());
    }

    /// An attempt instead of one that is outdated, with the extenders that it began with, because
    /// it keeps its profile, too.
    Attempt createAgain(Attempt outdated) {
        return create(outdated.queued(), outdated.extenders());
    }

    private Attempt create(QueuedPod queued, Extenders used) {
        return new Attempt(queued, state.nodes(), statuses.nominated(queued.pod()), false, used);
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
