package dev.berth.dashboard;

import dev.berth.engine.view.Answered;
import dev.berth.engine.view.Decision;
import dev.berth.engine.view.Query;

import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/// The status of the scheduler and its newest decisions, read once for all streams at about the
/// same time.
final class DashboardStatus {
    private static final int DECISIONS = 50;
    private static final long LIFETIME_NANOS = 200_000_000;

    private final TimedCache<Answered<List<Decision>>> cache;

    DashboardStatus(Scheduler scheduler, LongSupplier ticks) {
        cache =
                new TimedCache<>(
                        () -> scheduler.ask(new Query.WithStatus<>(new Query.Decisions(DECISIONS))),
                        ticks,
                        took -> LIFETIME_NANOS);
    }

    /// The decisions, newest first; empty if the scheduler does not answer.
    Optional<Answered<List<Decision>>> newest() {
        return cache.get();
    }
}
