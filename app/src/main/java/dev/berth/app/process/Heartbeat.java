package dev.berth.app.process;

import dev.berth.kubeclient.Sleeper;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/// Asks the scheduling thread now and then, and tells when it has not answered for long: a plugin
/// that never returns would keep the lease and schedule nothing.
final class Heartbeat {
    private static final Duration EVERY = Duration.ofSeconds(10);

    /// With the time each of them is waited for, a minute and more: far beyond what a turn takes,
    /// also while memory is tidied up.
    private static final int UNANSWERED = 6;

    private final BooleanSupplier answers;
    private final Sleeper pause;
    private final Runnable hung;

    /// @param answers asks, and waits for an answer, but not for ever
    Heartbeat(BooleanSupplier answers, Sleeper pause, Runnable hung) {
        this.answers = answers;
        this.pause = pause;
        this.hung = hung;
    }

    /// Until it hangs.
    void run() throws InterruptedException {
        for (int unanswered = 0; unanswered < UNANSWERED; ) {
            pause.atMost(EVERY);
            unanswered = answers.getAsBoolean() ? 0 : unanswered + 1;
        }
        hung.run();
    }
}
