package dev.berth.engine.loop;

import dev.berth.engine.port.Clock;

import java.util.function.LongSupplier;

/// The clock reading of a loop iteration, read once at its beginning.
final class IterationClock implements LongSupplier {
    private final Clock clock;
    private long now;

    IterationClock(Clock clock) {
        this.clock = clock;
        this.now = clock.nowNanos();
    }

    void read() {
        now = Math.max(now, clock.nowNanos());
    }

    @Override
    public long getAsLong() {
        return now;
    }
}
