package dev.berth.engine;

import dev.berth.engine.loop.EngineWiring;
import dev.berth.engine.loop.SchedulingLoop;
import dev.berth.engine.port.Clock;

import java.util.concurrent.ThreadFactory;

/// The scheduling thread: runs loop iterations while there is work, and waits for messages and
/// timers otherwise.
final class EngineThread {
    private static final int TOO_MANY_FAILURES = 100;
    private static final long MAX_WAIT = 1_000_000_000L;

    private final EngineWiring wiring;
    private final SchedulingLoop loop;
    private final Clock clock;
    private final Thread thread;
    private volatile boolean stopping;
    private int failedIterations;

    EngineThread(EngineWiring wiring, SchedulingLoop loop, Clock clock, ThreadFactory threads) {
        this.wiring = wiring;
        this.loop = loop;
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
        wiring.state().own();
        while (!stopping) {
            if (turn() == 0) {
                long due = Math.min(loop.dueNanos(), loop.flushDueNanos());
                long wait = Math.min(due - clock.nowNanos(), MAX_WAIT);
                try {
                    wiring.mailbox().await(wait);
                } catch (InterruptedException interrupted) {
                    stopping = true;
                }
            }
        }
    }

    /// An iteration that fails is a bug of the engine: it is logged, and the next one continues. A
    /// hundred failures in a row end the thread.
    private int turn() {
        try {
            int work = loop.runOnce();
            failedIterations = 0;
            return work;
        } catch (RuntimeException | LinkageError bug) {
            loop.reportFailure(bug);
            if (++failedIterations == TOO_MANY_FAILURES) {
                throw bug;
            }
            return 1;
        }
    }

    /// Ends the thread after its present turn.
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
