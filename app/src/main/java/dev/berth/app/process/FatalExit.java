package dev.berth.app.process;

import dev.berth.engine.port.Log;

import java.util.Map;
import java.util.function.IntConsumer;

/// Ends the process when a thread has failed: a replica that does not read, schedule or write any
/// more must not keep the lease.
final class FatalExit implements Thread.UncaughtExceptionHandler {
    private static final int FAILED = 1;

    private final Log log;
    private final Runnable flush;
    private final IntConsumer halt;

    /// @param flush writes the buffered log lines
    /// @param halt ends the process at once with this exit code
    FatalExit(Log log, Runnable flush, IntConsumer halt) {
        this.log = log;
        this.flush = flush;
        this.halt = halt;
    }

    @Override
    public void uncaughtException(Thread thread, Throwable failure) {
        try {
            log.error(failure, "A thread has failed; the process ends", "thread", thread.getName());
            flush.run();
        } finally {
            halt.accept(FAILED);
        }
    }

    /// Called when the scheduling thread does not respond any more.
    ///
    /// @param stacks the stack traces of all threads
    void hung(Map<Thread, StackTraceElement[]> stacks) {
        try {
            stacks.forEach((thread, stack) -> {
                var where = new Throwable();
                where.setStackTrace(stack);
                log.error(where, "Stack", "thread", thread.getName(), "state", thread.getState());
            });
            log.error(null, "The scheduling thread hangs; the process ends");
            flush.run();
        } finally {
            halt.accept(FAILED);
        }
    }
}
