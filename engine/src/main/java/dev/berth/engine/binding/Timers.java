package dev.berth.engine.binding;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.PriorityQueue;
import java.util.function.LongSupplier;

/// Actions that are due at a time of the engine's clock. The scheduling thread runs them.
public final class Timers {
    private final PriorityQueue<Timer> timers = new PriorityQueue<>();
    private final LongSupplier now;
    private long sequence;

    /// @param now the clock reading of the present loop iteration
    public Timers(LongSupplier now) {
        this.now = now;
    }

    /// The clock reading of the present loop iteration.
    public long nowNanos() {
        return now.getAsLong();
    }

    /// Runs `action` after `wait`; never, if the end is beyond the range of the clock.
    public Timer after(Duration wait, Runnable action) {
        return at(endOf(wait), action);
    }

    /// The end of a wait that begins now; `Long.MAX_VALUE` if it is beyond the range of the clock.
    public long endOf(Duration wait) {
        long from = now.getAsLong();
        Duration countable = Duration.ofNanos(Long.MAX_VALUE - Math.max(0, from));
        return wait.compareTo(countable) < 0 ? from + wait.toNanos() : Long.MAX_VALUE;
    }

    /// An action that is due once. After it is cancelled, its entry stays in the heap until it is
    /// due.
    public static final class Timer implements Comparable<Timer> {
        private final long dueNanos;
        private final long sequence;
        private @Nullable Runnable action;

        private Timer(long dueNanos, long sequence, Runnable action) {
            this.dueNanos = dueNanos;
            this.sequence = sequence;
            this.action = action;
        }

        public void cancel() {
            action = null;
        }

        public long dueNanos() {
            return dueNanos;
        }

        @Override
        public int compareTo(Timer other) {
            int byTime = Long.compare(dueNanos, other.dueNanos);
            return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(sequence);
        }
    }

    public Timer at(long dueNanos, Runnable action) {
        var timer = new Timer(dueNanos, sequence++, action);
        timers.add(timer);
        return timer;
    }

    /// Runs all actions that are due; returns how many.
    public int fire(long nowNanos) {
        int fired = 0;
        while (dueNanos() <= nowNanos) {
            Timer timer = timers.remove();
            Runnable action = timer.action;
            if (action != null) {
                action.run();
                fired++;
            }
        }
        return fired;
    }

    /// When the next action is due; `Long.MAX_VALUE` if never.
    public long dueNanos() {
        while (!timers.isEmpty() && timers.peek().action == null) {
            timers.remove();
        }
        return timers.isEmpty() ? Long.MAX_VALUE : timers.peek().dueNanos;
    }
}
