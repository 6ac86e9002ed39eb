package dev.berth.sim.time;

import dev.berth.engine.port.Clock;

import org.jspecify.annotations.Nullable;

import java.util.OptionalLong;
import java.util.PriorityQueue;

/// What is due when, on some clock; of things due at one time the one added first comes first.
///
/// Adding is safe from any thread. Whoever drives the timeline calls [#fire] when [#nextNanos] has
/// come; on real time that is a thread, told by the wake-up callback that something earlier than
/// all else was added.
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

    /// @param wakeUp called after an action was added that is now the first
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

    /// When the next action is due, if there is one.
    public OptionalLong nextNanos() {
        synchronized (queue) {
            Due first = queue.peek();
            return first == null ? OptionalLong.empty() : OptionalLong.of(first.nanos);
        }
    }

    /// Runs everything due by now, including what these actions add, and returns how many ran.
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
