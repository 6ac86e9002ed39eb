package dev.berth.engine.loop;

import dev.berth.engine.port.Clock;

import java.util.function.LongSupplier;

/// The clock as one turn sees it: read once, when the turn begins.
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
