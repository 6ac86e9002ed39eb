package dev.berth.engine.loop;

import dev.berth.engine.port.ExtenderResult;
import dev.berth.engine.queue.QueuedPod;
import dev.berth.engine.queue.SchedulingQueue;
import dev.berth.engine.state.ClusterState;
import dev.berth.engine.state.PodEntry;
import dev.berth.model.Pod;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Starts the attempt of an iteration, for the first pod of the queue.
final class AttemptStarter {
    private final LoopControl control;
    private final ClusterState state;
    private final SchedulingQueue queue;
    private final AttemptRunner runner;

    AttemptStarter(
            LoopControl control, ClusterState state, SchedulingQueue queue, AttemptRunner runner) {
        this.control = control;
        this.state = state;
        this.queue = queue;
        this.runner = runner;
    }

    LoopControl control() {
        return control;
    }

    /// Starts an attempt, if one may start and a pod is ready. Returns whether it did.
    boolean start(long nowNanos) {
        if (!control.mayStart(nowNanos)) {
            return false;
        }
        Optional<QueuedPod> next = queue.pop(runner.mayCallExtenders(), nowNanos);
        if (next.isPresent()) {
            control.starts(nowNanos);
            runner.run(next.get());
        }
        control.iterated(next.isPresent());
        return next.isPresent();
    }

    /// Turns scheduling on or off.
    void scheduling(boolean on) {
        if (on) {
            // All pods are known now.
            queue.deferred().clearUnknown();
        }
        control.scheduling(on);
    }

    /// Defers pods, by UID.
    void defer(Map<String, Integer> hangs, long nowNanos) {
        queue.deferred().add(hangs, nowNanos);
    }

    /// Moves pending pods, by `namespace/name`, to the active queue.
    void activate(List<String> podKeys, long nowNanos) {
        var pods = new ArrayList<Pod>();
        for (String key : podKeys) {
            state.uidOf(key).flatMap(state::pod).map(PodEntry::seen).ifPresent(pods::add);
        }
        queue.activate(pods, nowNanos);
    }

    /// Resumes the attempt that waits for extenders.
    void extendersResponded(long ticket, ExtenderResult result) {
        runner.extendersResponded(ticket, result);
    }
}
