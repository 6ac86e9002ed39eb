package dev.berth.dashboard;

import dev.berth.answers.HistoryAnswer;
import dev.berth.answers.HistorySecond;
import dev.berth.engine.view.Latencies;
import dev.berth.engine.view.SchedulerStatus;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/// The figures of the last hour, second by second.
final class StatusHistory {
    static final int SECONDS = 3_600;
    private static final long NANOS_PER_MICRO = 1_000;

    /// One second, and its number.
    record Numbered(long number, HistorySecond second) {}

    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<Numbered> seconds = new ArrayDeque<>();
    private @Nullable SchedulerStatus before;
    private long count;

    /// Adds the second that ends with this status.
    void add(SchedulerStatus now) {
        lock.lock();
        try {
            SchedulerStatus last = before;
            before = now;
            if (last == null) {
                return;
            }
            if (seconds.size() == SECONDS) {
                seconds.removeFirst();
            }
            seconds.addLast(new Numbered(count++, second(last, now)));
        } finally {
            lock.unlock();
        }
    }

    private static HistorySecond second(SchedulerStatus last, SchedulerStatus now) {
        // A busy scheduler may not have answered for longer.
        double seconds = Math.max(1e-3, (now.atNanos() - last.atNanos()) / 1e9);
        return new HistorySecond(
                AnswerMapper.millis(now.atNanos()),
                Math.round((now.scheduled() - last.scheduled()) / seconds),
                Math.round((now.unschedulable() - last.unschedulable()) / seconds),
                Math.round((now.errors() - last.errors()) / seconds),
                quantile(last, now, 0.5),
                quantile(last, now, 0.99),
                now.queue().active(),
                now.queue().backoff(),
                now.queue().unschedulable(),
                now.queue().gated(),
                now.waiting(),
                now.binding());
    }

    private static OptionalLong quantile(
            SchedulerStatus before, SchedulerStatus after, double share) {
        OptionalLong nanos = Latencies.quantile(before.latencies(), after.latencies(), share);
        return nanos.isEmpty()
                ? nanos
                : OptionalLong.of(Math.max(1, nanos.getAsLong() / NANOS_PER_MICRO));
    }

    /// The newest second, if it is newer than the one with this number.
    Optional<Numbered> newerThan(long number) {
        lock.lock();
        try {
            return Optional.ofNullable(seconds.peekLast()).filter(last -> last.number() > number);
        } finally {
            lock.unlock();
        }
    }

    private List<Numbered> all() {
        lock.lock();
        try {
            return new ArrayList<>(seconds);
        } finally {
            lock.unlock();
        }
    }

    HistoryAnswer answer() {
        List<HistorySecond> all = all().stream().map(Numbered::second).toList();
        return new HistoryAnswer(
                column(all, HistorySecond::atMillis),
                column(all, HistorySecond::scheduled),
                column(all, HistorySecond::unschedulable),
                column(all, HistorySecond::errors),
                column(all, HistorySecond::p50Micros),
                column(all, HistorySecond::p99Micros),
                column(all, HistorySecond::activePods),
                column(all, HistorySecond::backoffPods),
                column(all, HistorySecond::unschedulablePods),
                column(all, HistorySecond::gatedPods),
                column(all, HistorySecond::waitingPods),
                column(all, HistorySecond::bindingPods));
    }

    private static <T> List<T> column(List<HistorySecond> all, Function<HistorySecond, T> value) {
        return all.stream().map(value).toList();
    }
}
