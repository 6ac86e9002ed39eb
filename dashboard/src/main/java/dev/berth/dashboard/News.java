package dev.berth.dashboard;

import dev.berth.engine.view.Decision;
import dev.berth.engine.view.Pulse;
import dev.berth.engine.view.Query;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/// What changes all the time, asked for once for all who read it at about the same time.
final class News {
    static final int DECISIONS = 50;
    private static final long FRESH_NANOS = 200_000_000;

    /// @param decisions the newest, newest first
    record Issue(Pulse pulse, List<Decision> decisions) {}

    private final Scheduler scheduler;
    private final LongSupplier ticks;
    private final ReentrantLock lock = new ReentrantLock();
    private Optional<Issue> last = Optional.empty();
    private long staleTicks;

    News(Scheduler scheduler, LongSupplier ticks) {
        this.scheduler = scheduler;
        this.ticks = ticks;
    }

    /// Empty if the scheduler does not answer.
    Optional<Issue> newest() {
        lock.lock();
        try {
            if (last.isEmpty() || ticks.getAsLong() >= staleTicks) {
                Optional<Pulse> pulse = scheduler.ask(new Query.Beat());
                Optional<List<Decision>> decisions = scheduler.ask(new Query.Decisions(DECISIONS));
                last =
                        pulse.isEmpty() || decisions.isEmpty()
                                ? Optional.empty()
                                : Optional.of(new Issue(pulse.get(), decisions.get()));
                staleTicks = ticks.getAsLong() + FRESH_NANOS;
            }
            return last;
        } finally {
            lock.unlock();
        }
    }
}
