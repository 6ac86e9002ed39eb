package dev.berth.engine.loop;

import dev.berth.spi.WriteOutcome;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/// The time between the creation and the close of the plugins of one configuration. Afterwards, no
/// code that they have passed to their contexts runs any more.
///
/// Plugins stay open for the outcomes of their writes, and for work that they plan within a minute.
/// Work that is planned after the last attempt does not keep them open, because a plugin can plan
/// its next work again and again.
final class PluginLifetime {
    private static final Duration MAX_WAIT = Duration.ofMinutes(1);

    private final AtomicInteger pending = new AtomicInteger();
    private volatile boolean unused;
    private volatile boolean ended;

    /// The last attempt has ended.
    void unused() {
        unused = true;
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
        boolean counts = !unused && wait.compareTo(MAX_WAIT) <= 0;
        if (counts) {
            pending.incrementAndGet();
        }
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
