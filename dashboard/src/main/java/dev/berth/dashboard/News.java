package dev.berth.dashboard;

import dev.berth.engine.view.Decision;
import dev.berth.engine.view.Pulse;
import dev.berth.engine.view.Query;

import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/// What changes all the time, asked for once for all who read it at about the same time.
final class News {
    private static final int DECISIONS = 50;
    private static final long FRESH_NANOS = 200_000_000;

    /// @param decisions the newest, newest first
    record Issue(Pulse pulse, List<Decision> decisions) {}

    private final Scheduler scheduler;
    private final Fresh<Issue> last;

    News(Scheduler scheduler, LongSupplier ticks) {
        this.scheduler = scheduler;
        last = new Fresh<>(this::asked, ticks, took -> FRESH_NANOS);
    }

    /// Empty if the scheduler does not answer.
    Optional<Issue> newest() {
        return last.get();
    }

    private Optional<Issue> asked() {
        return scheduler
                .ask(new Query.Beat())
                .flatMap(pulse ->
                        scheduler
                                .ask(new Query.Decisions(DECISIONS))
                                .map(decisions -> new Issue(pulse, decisions)));
    }
}
