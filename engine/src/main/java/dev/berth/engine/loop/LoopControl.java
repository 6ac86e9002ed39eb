package dev.berth.engine.loop;

/// Whether the loop may start attempts.
final class LoopControl {
    private boolean scheduling;
    private boolean paused;
    private int steps;

    LoopControl(boolean scheduling) {
        this.scheduling = scheduling;
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

    boolean mayStart() {
        return scheduling && (!paused || steps > 0);
    }

    /// An iteration that was allowed to start an attempt is over. A step that found no pod is not
    /// kept for later.
    void iterated(boolean started) {
        steps = started && paused ? steps - 1 : 0;
    }
}
