package dev.berth.sim.time;

import dev.berth.engine.port.Clock;

import org.jspecify.annotations.Nullable;

import java.util.OptionalLong;
import java.util.PriorityQueue;

/// A queue of timers on a clock. Timers with the same time run in the order in which they were
/// added.
///
/// Timers can be added on any thread. The driver calls [#fire] at the time [#nextNanos]. On real
/// time, the driver is a thread, and the `wakeUp` callback reports that a new timer is the first.
public final class TimerQueue implements TimerService {
    private record Due(long nanos, long sequence, Runnable action) implements Comparable<Due> {
        @Override
        public int compareTo(Due other) {
            int byTime = Long.compare(nanos, other.nanos);
            return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
        }
    }

    private final Clock clock;
    private final Runnable wakeUp;
    private final PriorityQueue<Due> queue = new PriorityQueue<>();
    private long sequence;

    public TimerQueue(Clock clock) {
        this(clock, () -> {});
    }

    /// @param wakeUp called when a new timer is the first in the queue
    public TimerQueue(Clock clock, Runnable wakeUp) {
        this.clock = clock;
        this.wakeUp = wakeUp;
    }

    @Override
    public void at(long nanos, Runnable action) {
        boolean first;
        synchronized (queue) {
            var due = new Due(nanos, sequence++, action);
            Due before = queue.peek();
            first = before == null || due.compareTo(before) < 0;
            queue.add(due);
        }
        if (first) {
            wakeUp.run();
        }
    }

    /// The time of the first timer.
    public OptionalLong nextNanos() {
        synchronized (queue) {
            Due first = queue.peek();
            return first == null ? OptionalLong.empty() : OptionalLong.of(first.nanos);
        }
    }

    /// Runs all timers that are due, including those that these timers add. Returns their number.
    public int fire() {
        int fired = 0;
        for (Due due = pollDue(); due != null; due = pollDue()) {
            due.action.run();
            fired++;
        }
        return fired;
    }

    private @Nullable Due pollDue() {
        synchronized (queue) {
            Due first = queue.peek();
            return first != null && first.nanos <= clock.nowNanos() ? queue.poll() : null;
        }
    }
}
