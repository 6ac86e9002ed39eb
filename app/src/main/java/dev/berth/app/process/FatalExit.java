package dev.berth.app.process;

import dev.berth.app.embedded.Heartbeat;
import dev.berth.engine.port.Log;
import dev.berth.engine.view.EngineProgress;

import org.jspecify.annotations.Nullable;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;

/// Ends the process when a thread has failed: a replica that does not read, schedule or write any
/// more must not keep the lease.
///
/// The health checks fail at once, and the process shuts down in order, so that it releases the
/// lease. If that takes too long, it is halted.
final class FatalExit implements Thread.UncaughtExceptionHandler {
    static final int FAILED = 1;

    private static final String SCHEDULING = "scheduling";

    private final Log log;
    private final Runnable shutDown;
    private final Runnable haltLater;
    private final IntConsumer halt;
    private final AtomicReference<@Nullable String> reason = new AtomicReference<>();

    /// @param shutDown starts to shut down in order, and returns at once
    /// @param haltLater halts the process after a few seconds if it still runs, and returns at once
    /// @param halt ends the process at once with this exit code
    FatalExit(Log log, Runnable shutDown, Runnable haltLater, IntConsumer halt) {
        this.log = log;
        this.shutDown = shutDown;
        this.haltLater = haltLater;
        this.halt = halt;
    }

    /// Why the process ends, if a thread has failed.
    Optional<String> reason() {
        return Optional.ofNullable(reason.get());
    }

    @Override
    public void uncaughtException(Thread thread, Throwable failure) {
        end(
                "thread %s has failed: %s".formatted(thread.getName(), failure),
                () ->
                        log.error(
                                failure,
                                "A thread has failed; the process ends",
                                "thread",
                                thread.getName()));
    }

    /// Called when the scheduling thread does not respond any more.
    ///
    /// @param stacks the stack traces of all threads
    void hung(EngineProgress seen, Map<Thread, StackTraceElement[]> stacks) {
        end(
                "the scheduling thread hangs" + Heartbeat.where(seen),
                () -> {
                    stacks.forEach((thread, stack) -> {
                        if (thread.getName().equals(SCHEDULING)) {
                            log.error(
                                    new ThreadStack(stack),
                                    "The scheduling thread hangs; the process ends",
                                    "plugin",
                                    seen.plugin(),
                                    "extensionPoint",
                                    seen.extensionPoint(),
                                    "pod",
                                    seen.pod(),
                                    "uid",
                                    seen.podUid());
                        }
                    });
                    stacks.forEach((thread, stack) -> {
                        if (!thread.getName().equals(SCHEDULING)) {
                            log.error(
                                    new ThreadStack(stack),
                                    "Stack",
                                    "thread",
                                    thread.getName(),
                                    "state",
                                    thread.getState());
                        }
                    });
                });
    }

    /// Only the first failure ends the process; those that follow from it are logged.
    private void end(String why, Runnable report) {
        boolean first = reason.compareAndSet(null, why);
        try {
            if (first) {
                haltLater.run();
            }
            report.run();
            if (first) {
                shutDown.run();
            }
        } catch (RuntimeException | Error noOrder) {
            halt.accept(FAILED);
        }
    }
}
