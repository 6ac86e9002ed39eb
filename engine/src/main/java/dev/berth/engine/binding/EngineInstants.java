package dev.berth.engine.binding;

import java.time.Instant;

/// The engine's clock readings as instants.
final class EngineInstants {
    private EngineInstants() {}

    /// Conditions have timestamps in whole seconds.
    static Instant second(long nanos) {
        return Instant.ofEpochSecond(Math.floorDiv(nanos, 1_000_000_000L));
    }
}
