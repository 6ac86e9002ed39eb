package dev.berth.engine;

import dev.berth.engine.loop.Mailbox;
import dev.berth.engine.loop.PendingWork;
import dev.berth.engine.loop.SchedulingLoop;
import dev.berth.engine.loop.Watchdog;
import dev.berth.engine.port.Clock;
import dev.berth.engine.port.Message;
import dev.berth.engine.state.ClusterState;

import org.jspecify.annotations.Nullable;

import java.util.Optional;
import java.util.concurrent.ThreadFactory;

/// The scheduling thread: runs loop iterations while there is work, and waits for messages and
/// timers otherwise.
///
/// Only [#stop] ends it on purpose. Plugin code runs on this thread and may set its interrupt flag,
/// for example because it caught an InterruptedException; that is a failure of the plugin, and
/// scheduling goes on.
final class EngineThread {
    private static final int TOO_MANY_FAILURES = 100;
    private static final long MAX_WAIT = 1_000_000_000L;

    private final SchedulingLoop loop;
    private final PendingWork pending;
    private final Mailbox mailbox;
    private final ClusterState state;
    private final Watchdog watchdog;
    private final Clock clock;
    private final Thread thread;
    private volatile boolean stopping;
    private volatile @Nullable Throwable failure;
    private int failedIterations;

    EngineThread(
            SchedulingLoop loop,
            PendingWork pending,
            Mailbox mailbox,
            ClusterState state,
            Watchdog watchdog,
            Clock clock,
            ThreadFactory threads) {
        this.loop = loop;
        this.pending = pending;
        this.mailbox = mailbox;
        this.state = state;
        this.watchdog = watchdog;
        this.clock = clock;
        this.thread = threads.newThread(this::run);
        thread.setName("scheduling");
    }

    static ThreadFactory defaults() {
        return Thread.ofPlatform().daemon(true).factory();
    }

    void start() {
        thread.start();
    }

    private void run() {
        try {
            repeat();
        } catch (RuntimeException | Error bug) {
            failure = bug;
            mailbox.drain(this::reject, Integer.MAX_VALUE);
            throw bug;
        }
    }

    /// Fails a query that will get no answer, if the thread has failed.
    void reject(Message message) {
        Throwable cause = failure;
        if (cause != null && message instanceof Message.Ask<?> ask) {
            ask.answer()
                    .completeExceptionally(
                            new IllegalStateException(
                                    "the scheduling thread has failed: " + cause, cause));
        }
    }

    /// The failure that has ended the thread, if there is one.
    Optional<Throwable> failure() {
        return Optional.ofNullable(failure);
    }

    private void repeat() {
        state.own();
        while (!stopping) {
            boolean idle = runOnce() == 0;
            if (Thread.interrupted()) {
                interrupted();
            }
            if (idle) {
                long due = Math.min(pending.dueNanos(), pending.flushDueNanos());
                long wait = Math.min(due - clock.nowNanos(), MAX_WAIT);
                try {
                    mailbox.await(wait);
                } catch (InterruptedException interrupted) {
                    interrupted();
                }
            }
        }
    }

    private void interrupted() {
        if (!stopping) {
            watchdog.interrupted();
        }
    }

    /// An iteration that fails is a bug of the engine: it is logged, and the next one continues. A
    /// hundred failures in a row end the thread.
    private int runOnce() {
        try {
            int work = loop.runOnce();
            failedIterations = 0;
            return work;
        } catch (RuntimeException | LinkageError bug) {
            watchdog.iterationFailed(bug);
            if (++failedIterations == TOO_MANY_FAILURES) {
                throw bug;
            }
            return 1;
        }
    }

    /// Ends the thread after the present iteration.
    void stop() {
        stopping = true;
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
