package dev.berth.engine.binding;

import dev.berth.engine.port.Meter;
import dev.berth.engine.profile.NamedPlugin;
import dev.berth.engine.profile.PluginTimes;
import dev.berth.engine.queue.ClusterEvents;
import dev.berth.engine.queue.SchedulingQueue;
import dev.berth.engine.state.ClusterState;
import dev.berth.engine.state.PodEntry;
import dev.berth.model.Pod;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.ObjectChange;
import dev.berth.spi.Reserve;

import java.util.List;
import java.util.Optional;

/// Undoes the placement of a pod that is not bound: Unreserve, forget, requeue (kube-scheduler:
/// `handleBindingCycleError`).
public final class PlacementUndo {
    private final EngineServices services;
    private final ClusterState state;
    private final SchedulingQueue queue;
    private final ClusterEvents events;
    private final FailureReporter reporter;

    public PlacementUndo(
            EngineServices services,
            ClusterState state,
            SchedulingQueue queue,
            ClusterEvents events,
            FailureReporter reporter) {
        this.services = services;
        this.state = state;
        this.queue = queue;
        this.events = events;
        this.reporter = reporter;
    }

    /// Undoes a placement that no other pod has waited for: Reserve or Permit failed.
    public void undoCommit(BindingCycle binding, AttemptFailure failure) {
        unreserve(binding);
        state.forget(binding.uid());
        reporter.failed(binding.queued(), binding.placement().pod(), failure);
    }

    /// Undoes a placement whose binding cycle had begun, and requeues pods for the capacity that
    /// becomes free. A rejected pod is requeued first, so that this event does not requeue it.
    void undo(BindingCycle binding, AttemptFailure failure) {
        unreserve(binding);
        Optional<Pod> freed = forget(binding);
        Pod pod = binding.placement().pod();
        switch (failure) {
            case AttemptFailure.Unschedulable rejected -> {
                reporter.failed(binding.queued(), pod, rejected);
                freed.ifPresent(gone ->
                        queue.moveAll(
                                ClusterEvent.ASSIGNED_POD_DELETE,
                                ObjectChange.removed(gone),
                                other -> !other.uid().equals(gone.uid()),
                                services.timers().nowNanos()));
            }
            case AttemptFailure.Failed failed -> {
                freed.ifPresent(gone ->
                        events.move(ClusterEvent.ASSIGNED_POD_DELETE, ObjectChange.removed(gone)));
                reporter.failed(binding.queued(), pod, failed);
            }
        }
    }

    private void unreserve(BindingCycle binding) {
        List<NamedPlugin<Reserve>> plugins = binding.profile().reserves();
        PluginTimes times = services.times();
        long began = times.mark();
        for (int i = plugins.size() - 1; i >= 0; i--) {
            services.runner().unreserve(plugins.get(i), binding.placement());
            events.objectsAssumed(state);
        }
        binding.profile()
                .meter()
                .ran(Meter.Point.UNRESERVE, Meter.Status.SUCCESS, times.upToLast(began));
        binding.trace().ran(Meter.Point.UNRESERVE, Meter.Status.SUCCESS, began, times.last());
    }

    /// The pod whose capacity is free now. The capacity of a pod that was deleted meanwhile was
    /// freed then. Plugins release their reservations only now, so the event is sent again.
    private Optional<Pod> forget(BindingCycle binding) {
        boolean deleted = state.pod(binding.uid()).flatMap(PodEntry::charged).isEmpty();
        return deleted
                ? Optional.of(binding.placement().pod())
                : state.forget(binding.uid()).before();
    }
}
