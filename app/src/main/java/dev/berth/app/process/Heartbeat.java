package dev.berth.app.process;

import dev.berth.kubeclient.Sleeper;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/// Queries the scheduling thread regularly, and reports when it does not respond: a plugin that
/// never returns would keep the lease and schedule nothing.
final class Heartbeat {
    private static final Duration EVERY = Duration.ofSeconds(10);

    /// Together with their timeouts, more than a minute: far longer than a loop iteration, even
    /// during garbage collection.
    private static final int UNANSWERED = 6;

    private final BooleanSupplier answers;
    private final Sleeper pause;
    private final Runnable hung;

    /// @param answers queries the thread and waits for the answer, up to a timeout
    Heartbeat(BooleanSupplier answers, Sleeper pause, Runnable hung) {
        this.answers = answers;
        this.pause = pause;
        this.hung = hung;
    }

    /// Runs until the thread hangs.
    void run() throws InterruptedException {
        for (int unanswered = 0; unanswered < UNANSWERED; ) {
            pause.atMost(EVERY);
            unanswered = answers.getAsBoolean() ? 0 : unanswered + 1;
        }
        hung.run();
    }
}
