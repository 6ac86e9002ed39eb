package dev.berth.app.embedded;

import dev.berth.engine.view.EngineProgress;
import dev.berth.kubeclient.Sleeper;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Watches the scheduling thread from another thread: a plugin that never returns would keep the
/// lease and schedule nothing.
///
/// A loop iteration takes a moment. After 30 seconds in one iteration the health checks fail, and
/// after 60 seconds the thread hangs. The pauses of this thread are counted, not the clock, so that
/// the time in which the whole process is stopped does not count.
public final class Heartbeat {
    public static final Duration EVERY = Duration.ofSeconds(1);

    private static final int STUCK = 30;
    private static final int HUNG = 60;

    private final Supplier<Optional<EngineProgress>> progress;
    private final Sleeper pause;
    private final Consumer<EngineProgress> hung;
    private volatile Optional<EngineProgress> stuck = Optional.empty();

    /// @param progress what the scheduling thread is doing
    /// @param hung called when the thread hangs
    public Heartbeat(
            Supplier<Optional<EngineProgress>> progress,
            Sleeper pause,
            Consumer<EngineProgress> hung) {
        this.progress = progress;
        this.pause = pause;
        this.hung = hung;
    }

    /// Runs until the thread hangs.
    public void run() throws InterruptedException {
        long iteration = 0;
        for (int pauses = 0; pauses < HUNG; ) {
            pause.atMost(EVERY);
            Optional<EngineProgress> now = progress.get();
            long present = now.map(EngineProgress::iteration).orElse(0L);
            pauses = present != 0 && present == iteration ? pauses + 1 : 0;
            iteration = present;
            stuck = pauses >= STUCK ? now : Optional.empty();
        }
        hung.accept(stuck.orElseThrow());
    }

    /// Why the health checks fail, if the scheduling thread makes no progress.
    public Optional<String> failure() {
        return stuck.map(seen ->
                "the scheduling thread has made no progress for %d seconds%s"
                        .formatted(STUCK, where(seen)));
    }

    /// The plugin and the pod, as far as they are known: ` in plugin X (Filter) for pod ns/p`.
    public static String where(EngineProgress seen) {
        String plugin =
                seen.plugin().isEmpty()
                        ? ""
                        : " in plugin %s (%s)".formatted(seen.plugin(), seen.extensionPoint());
        return seen.pod().isEmpty() ? plugin : plugin + " for pod " + seen.pod();
    }
}
