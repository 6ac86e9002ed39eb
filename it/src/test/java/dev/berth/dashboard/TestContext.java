package dev.berth.dashboard;

import java.util.function.LongSupplier;

/// The context of tests, whose clock does not run by itself.
final class TestContext {
    /// Time does not pass.
    static final DashboardContext STOPPED = with(() -> 0);

    private TestContext() {}

    /// Every reading of the clock is a second later, so nothing is cached.
    static DashboardContext running() {
        var ticks = new Ticks();
        return with(ticks::next);
    }

    static LongSupplier ticks() {
        return new Ticks()::next;
    }

    private static DashboardContext with(LongSupplier ticks) {
        return new DashboardContext(
                ticks,
                millis -> {},
                work -> {
                    throw new IllegalStateException("tests start no threads");
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
