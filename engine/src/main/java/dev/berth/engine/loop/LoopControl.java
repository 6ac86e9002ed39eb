package dev.berth.engine.loop;

import dev.berth.engine.binding.Outbox;
import dev.berth.engine.state.ClusterState;

/// Whether the loop may start attempts.
final class LoopControl {
    private final ClusterState state;
    private final Outbox outbox;
    private final AttemptRateLimit rateLimit;
    private final int maxCallsInFlight;
    private boolean scheduling;
    private boolean paused;
    private int steps;

    LoopControl(
            ClusterState state,
            Outbox outbox,
            AttemptRateLimit rateLimit,
            LoopSettings.Limits limits) {
        this.state = state;
        this.outbox = outbox;
        this.rateLimit = rateLimit;
        this.maxCallsInFlight = limits.maxCallsInFlight();
        this.scheduling = limits.scheduling();
    }

    /// Turns scheduling on or off. Bindings continue either way.
    void scheduling(boolean on) {
        scheduling = on;
    }

    /// While paused, only single steps start an attempt.
    void pause(boolean on) {
        paused = on;
    }

    void step() {
        steps++;
    }

    boolean paused() {
        return paused;
    }

    /// No attempt starts while too many API calls are unanswered: a pod that comes later and has a
    /// higher priority must not wait behind decisions that cannot be sent.
    boolean mayStart(long nowNanos) {
        return scheduling
                && (!paused || steps > 0)
                && state.ready()
                && outbox.inFlight() < maxCallsInFlight
                && rateLimit.dueNanos() <= nowNanos;
    }

    /// An attempt is about to start.
    void starts(long nowNanos) {
        rateLimit.take(nowNanos);
    }

    /// An iteration that was allowed to start an attempt is over. A step that found no pod is not
    /// kept for later.
    void iterated(boolean started) {
        steps = started && paused ? steps - 1 : 0;
    }
}
