package dev.berth.testkit;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;

/// The clock of a [TestContext] and the work that plugins run later.
final class TestTimers {
    private record Timer(long dueNanos, long number, Runnable work) {}

    private final ArrayDeque<Runnable> now = new ArrayDeque<>();
    private final PriorityQueue<Timer> timers =
            new PriorityQueue<>(
                    Comparator.comparingLong(Timer::dueNanos).thenComparingLong(Timer::number));
    private long nowNanos;
    private long count;

    long nowNanos() {
        return nowNanos;
    }

    void later(Runnable work) {
        now.add(work);
    }

    void later(Duration wait, Runnable work) {
        timers.add(new Timer(nowNanos + wait.toNanos(), count++, work));
    }

    /// Runs the work that is due, including work that it adds.
    void runDue() {
        while (true) {
            Runnable work = now.poll();
            if (work == null && !timers.isEmpty() && timers.peek().dueNanos() <= nowNanos) {
                work = timers.poll().work();
            }
            if (work == null) {
                return;
            }
            work.run();
        }
    }

    /// Advances the clock and runs the timers on the way, each at its time.
    void advance(Duration time) {
        long end = nowNanos + time.toNanos();
        runDue();
        while (!timers.isEmpty() && timers.peek().dueNanos() <= end) {
            nowNanos = Math.max(nowNanos, timers.peek().dueNanos());
            runDue();
        }
        nowNanos = end;
        runDue();
    }
}
