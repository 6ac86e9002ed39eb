package dev.berth.engine.port;

import dev.berth.model.Pod;

/// Selects the attempts that are traced. It influences no decision.
public interface Tracer {
    /// Traces nothing.
    Tracer NONE =
            new Tracer() {
                @Override
                public boolean on() {
                    return false;
                }

                @Override
                public Trace begin(Pod pod, String profile, int attempt, long beganTicks) {
                    return Trace.NONE;
                }
            };

    /// Whether any attempt is traced.
    boolean on();

    /// The trace of an attempt that begins, or [Trace#NONE] if the attempt is not sampled.
    ///
    /// The scheduling thread calls this for every attempt, so an attempt that is not sampled must
    /// not allocate.
    ///
    /// @param attempt the number of the attempt for this pod, from 1
    /// @param beganTicks the reading of the engine's ticker
    Trace begin(Pod pod, String profile, int attempt, long beganTicks);
}
