package dev.berth.dashboard;

import dev.berth.engine.view.Query;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/// Asks a scheduler whose silence is an answer of its own.
final class Inquiry {
    private static final long TIMEOUT_SECONDS = 5;

    /// How much longer the scheduler is left alone than such a question took.
    private static final long REST = 4;

    private static final long MAX_REST = 1_000_000_000L;

    private final Scheduler scheduler;
    private final Surroundings surroundings;
    private final ReentrantLock turn = new ReentrantLock(true);
    private long restedTicks = Long.MIN_VALUE;

    Inquiry(Scheduler scheduler, Surroundings surroundings) {
        this.scheduler = scheduler;
        this.surroundings = surroundings;
    }

    <T> T ask(Query<T> query) throws Unanswered {
        return scheduler.ask(query).orElseThrow(Unanswered::busy);
    }

    /// Asks what costs the scheduler milliseconds: one such question at a time, with a rest after
    /// each, so that a fifth of its time at most goes into them, whoever asks.
    <T> T askAtLeisure(Query<T> query) throws Unanswered, InterruptedException {
        if (!turn.tryLock(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
            throw Unanswered.busy();
        }
        try {
            long left = restedTicks - surroundings.ticks().getAsLong();
            if (restedTicks != Long.MIN_VALUE && left > 0) {
                surroundings.pause().millis(TimeUnit.NANOSECONDS.toMillis(left) + 1);
            }
            long began = surroundings.ticks().getAsLong();
            T answer = ask(query);
            long ended = surroundings.ticks().getAsLong();
            restedTicks = ended + Math.min(MAX_REST, (ended - began) * REST);
            return answer;
        } finally {
            turn.unlock();
        }
    }
}
