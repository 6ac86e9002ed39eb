package dev.berth.engine.loop;

import dev.berth.engine.binding.Timers;
import dev.berth.engine.port.BindingExecutor;
import dev.berth.engine.port.Message;
import dev.berth.engine.queue.SchedulingQueue;
import dev.berth.engine.state.SchedulingThread;

import java.util.function.Consumer;

/// The inputs of a loop iteration: one reading of the clock, the messages, and what is due.
final class LoopInputs {
    private static final int MESSAGES_PER_ITERATION = 256;

    private final SchedulingThread thread;
    private final IterationClock clock;
    private final Mailbox mailbox;
    private final Timers timers;
    private final SchedulingQueue queue;
    private final BindingExecutor executor;
    private final Watchdog watchdog;

    LoopInputs(
            SchedulingThread thread,
            IterationClock clock,
            Mailbox mailbox,
            Timers timers,
            SchedulingQueue queue,
            BindingExecutor executor,
            Watchdog watchdog) {
        this.thread = thread;
        this.clock = clock;
        this.mailbox = mailbox;
        this.timers = timers;
        this.queue = queue;
        this.executor = executor;
        this.watchdog = watchdog;
    }

    /// Begins an iteration on the calling thread.
    void begin() {
        thread.enter();
        clock.read();
        watchdog.begin();
    }

    /// The clock reading of this iteration.
    long nowNanos() {
        return clock.getAsLong();
    }

    /// Passes messages to `handler`; returns how many. A message that fails, by code of a plugin or
    /// by a bug of the engine, does not prevent the others.
    int drain(Consumer<Message> handler) {
        return mailbox.drain(
                message -> {
                    try {
                        handler.accept(message);
                    } catch (RuntimeException | Error problem) {
                        watchdog.messageFailed(message, problem);
                    }
                },
                MESSAGES_PER_ITERATION);
    }

    /// Runs what is due by the clock and resumes binding tasks; returns how much was done.
    int fireDue() {
        return timers.fire(nowNanos()) + queue.flushDue(nowNanos()) + executor.resume();
    }

    void end() {
        watchdog.end();
    }
}
