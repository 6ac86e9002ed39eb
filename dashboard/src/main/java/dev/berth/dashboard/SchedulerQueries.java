package dev.berth.dashboard;

import dev.berth.engine.view.Answered;
import dev.berth.engine.view.Query;
import dev.berth.engine.view.SchedulerStatus;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/// Asks the scheduling thread, and fails if it does not answer or does not know its cluster yet.
final class SchedulerQueries {
    private static final long MAX_WAIT_SECONDS = 5;

    /// How much longer than an expensive query took the next one has to wait.
    private static final long PAUSE_FACTOR = 4;

    private static final long MAX_PAUSE_NANOS = 1_000_000_000L;

    private final Scheduler scheduler;
    private final DashboardContext context;
    private final ReentrantLock expensive = new ReentrantLock(true);
    private long readyTicks = Long.MIN_VALUE;

    SchedulerQueries(Scheduler scheduler, DashboardContext context) {
        this.scheduler = scheduler;
        this.context = context;
    }

    SchedulerStatus status() throws QuestionException {
        return informed(scheduler.ask(new Query.Status()).orElseThrow(QuestionException::busy));
    }

    <T> Answered<T> ask(Query<T> query) throws QuestionException {
        return informed(scheduler.ask(new Query.WithStatus<>(query)));
    }

    static <T> Answered<T> informed(Optional<Answered<T>> answer) throws QuestionException {
        Answered<T> answered = answer.orElseThrow(QuestionException::busy);
        informed(answered.status());
        return answered;
    }

    static SchedulerStatus informed(SchedulerStatus status) throws QuestionException {
        if (!status.informed()) {
            throw new QuestionException(
                    QuestionException.UNAVAILABLE,
                    "the scheduler has not yet read all nodes and pods of its cluster: try again,"
                            + " and read its log if this error persists");
        }
        return status;
    }

    /// Asks a query that costs the scheduling thread milliseconds. There is one such query at a
    /// time, with a pause after each, so that they take at most a fifth of its time.
    <T> Answered<T> askExpensive(Query<T> query) throws QuestionException, InterruptedException {
        if (!expensive.tryLock(MAX_WAIT_SECONDS, TimeUnit.SECONDS)) {
            throw QuestionException.busy();
        }
        try {
            long left = readyTicks - context.ticks().getAsLong();
            if (readyTicks != Long.MIN_VALUE && left > 0) {
                context.sleep().millis(TimeUnit.NANOSECONDS.toMillis(left) + 1);
            }
            long began = context.ticks().getAsLong();
            Answered<T> answer = ask(query);
            long ended = context.ticks().getAsLong();
            readyTicks = ended + Math.min(MAX_PAUSE_NANOS, (ended - began) * PAUSE_FACTOR);
            return answer;
        } finally {
            expensive.unlock();
        }
    }
}
