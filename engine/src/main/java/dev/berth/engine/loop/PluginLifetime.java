package dev.berth.engine.loop;

import dev.berth.spi.WriteOutcome;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/// The time between the creation and the close of the plugins of one configuration. Afterwards, no
/// code that they have passed to their contexts runs any more.
///
/// Plugins stay open for the outcomes of their writes, and for work that they plan within a minute.
/// After the last attempt, only the continuations of such work keep them open: a write that fails
/// is retried. A plugin can plan its next work again and again, so planned work keeps its plugins
/// open for a limited time.
final class PluginLifetime {
    private static final Duration MAX_WAIT = Duration.ofMinutes(1);

    /// How long continuations count after the last attempt: long enough for an API server that
    /// restarts.
    static final Duration MAX_UNUSED = Duration.ofMinutes(15);

    private final AtomicInteger pending = new AtomicInteger();
    private volatile boolean unused;
    private volatile boolean expired;
    private volatile boolean ended;
    private long unusedSince;

    /// No attempt uses the plugins any more. On the scheduling thread only.
    void unused(long nowNanos) {
        if (!unused) {
            unusedSince = nowNanos;
            unused = true;
        }
        expired = nowNanos - unusedSince >= MAX_UNUSED.toNanos();
    }

    /// The plugins are being closed.
    void end() {
        ended = true;
    }

    /// Whether the outcome of a write, or planned work, keeps the plugins open.
    boolean hasPending() {
        return pending.get() > 0;
    }

    /// Work that runs after a time.
    Runnable work(Runnable work, Duration wait) {
        boolean counts = wait.compareTo(MAX_WAIT) <= 0 && counted();
        return () -> {
            try {
                if (!ended) {
                    work.run();
                }
            } finally {
                if (counts) {
                    pending.decrementAndGet();
                }
            }
        };
    }

    /// Counts planned work, unless it would keep unused plugins open without being a continuation.
    private boolean counted() {
        if (!unused) {
            pending.incrementAndGet();
            return true;
        }
        return !expired && pending.getAndUpdate(each -> each > 0 ? each + 1 : each) > 0;
    }

    /// The receiver of the outcome of a write.
    Consumer<WriteOutcome> outcome(Consumer<WriteOutcome> then) {
        pending.incrementAndGet();
        return outcome -> {
            try {
                then.accept(outcome);
            } finally {
                pending.decrementAndGet();
            }
        };
    }
}
