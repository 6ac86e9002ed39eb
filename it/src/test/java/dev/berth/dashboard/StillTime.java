package dev.berth.dashboard;

import java.util.function.LongSupplier;

/// Time for tests.
final class StillTime {
    /// It does not pass.
    static final Surroundings STOPPED = with(() -> 0);

    private StillTime() {}

    /// Every look at the clock is a second later, so nothing is remembered.
    static Surroundings running() {
        var ticks = new Ticks();
        return with(ticks::next);
    }

    static LongSupplier ticks() {
        return new Ticks()::next;
    }

    private static Surroundings with(LongSupplier ticks) {
        return new Surroundings(
                ticks,
                millis -> {},
                work -> {
                    throw new IllegalStateException("nothing runs beside a test");
                });
    }

    private static final class Ticks {
        private long now;

        long next() {
            now += 1_000_000_000L;
            return now;
        }
    }
}
