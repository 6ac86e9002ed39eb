package dev.berth.engine.loop;

import dev.berth.engine.binding.Binder;
import dev.berth.engine.binding.Outbox;
import dev.berth.engine.binding.Timers;
import dev.berth.engine.queue.SchedulingQueue;

import java.util.function.LongSupplier;

/// What the engine still has to do, and when. Scheduling thread only.
public final class PendingWork {
    private final Mailbox mailbox;
    private final Timers timers;
    private final SchedulingQueue queue;
    private final Binder binder;
    private final Outbox outbox;
    private final AttemptRateLimit rateLimit;
    private final LongSupplier now;

    PendingWork(
            Mailbox mailbox,
            Timers timers,
            SchedulingQueue queue,
            Binder binder,
            Outbox outbox,
            AttemptRateLimit rateLimit,
            LongSupplier now) {
        this.mailbox = mailbox;
        this.timers = timers;
        this.queue = queue;
        this.binder = binder;
        this.outbox = outbox;
        this.rateLimit = rateLimit;
        this.now = now;
    }

    /// When something is due by the clock: the end of a backoff, of a permit wait, a retry.
    /// `Long.MAX_VALUE` if never.
    public long dueNanos() {
        long due = Math.min(timers.dueNanos(), queue.backoffDueNanos());
        long allowed = rateLimit.dueNanos();
        // If the rate limit allows an attempt now, the loop does not wait for the rate limit.
        boolean limited =
                rateLimit.limited() && allowed > now.getAsLong() && queue.sizes().active() > 0;
        return limited ? Math.min(due, allowed) : due;
    }

    /// When pods that were unschedulable for too long are retried next.
    public long flushDueNanos() {
        return queue.flushDueNanos();
    }

    /// Whether no pod is ready, backing off, in flight, waiting on Permit or being bound, and no
    /// API call is unanswered.
    public boolean idle() {
        var sizes = queue.sizes();
        return mailbox.isEmpty()
                && sizes.active() == 0
                && sizes.backoff() == 0
                && sizes.inFlight() == 0
                && binder.waiting().size() == 0
                && binder.size() == 0
                && outbox.isEmpty();
    }
}
