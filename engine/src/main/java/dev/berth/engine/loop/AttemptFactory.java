package dev.berth.engine.loop;

import dev.berth.engine.binding.StatusWriter;
import dev.berth.engine.cycle.Attempt;
import dev.berth.engine.extender.Extenders;
import dev.berth.engine.queue.QueuedPod;
import dev.berth.engine.state.ClusterState;
import dev.berth.model.Pod;

/// Creates the attempt for a pod of the queue.
record AttemptFactory(ClusterState state, StatusWriter statuses, Extenders extenders) {
    Attempt create(QueuedPod queued) {
        Pod pod = queued.pod();
        return new Attempt(
                queued,
                state.nodes(),
                statuses.nominated(pod),
                false,
                extenders.interestedExtendersFor(pod));
    }
}
