package dev.berth.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.app.embedded.Heartbeat;
import dev.berth.engine.port.Log;
import dev.berth.engine.view.EngineProgress;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class LastResortTest {
    private final List<String> ended = new ArrayList<>();
    private final List<String> logged = new ArrayList<>();
    private final FatalExit lastResort = lastResort(() -> ended.add("shut down"));

    private FatalExit lastResort(Runnable shutDown) {
        return new FatalExit(
                Log.plain(logged::add),
                shutDown,
                () -> ended.add("halts later"),
                code -> ended.add("code " + code));
    }

    @Test
    void aThreadThatFailsEndsTheProcessInOrder() throws InterruptedException {
        Thread thread =
                Thread.ofVirtual()
                        .name("reader")
                        .uncaughtExceptionHandler(lastResort)
                        .start(() -> {
                            throw new OutOfMemoryError("no memory");
                        });
        thread.join();
        assertThat(ended).containsExactly("halts later", "shut down");
        assertThat(lastResort.reason())
                .contains("thread reader has failed: java.lang.OutOfMemoryError: no memory");
    }

    @Test
    void aFailureThatFollowsIsLoggedOnly() {
        lastResort.uncaughtException(Thread.currentThread(), new OutOfMemoryError("first"));
        lastResort.uncaughtException(Thread.currentThread(), new OutOfMemoryError("second"));
        assertThat(ended).containsExactly("halts later", "shut down");
        assertThat(logged).hasSize(2);
        assertThat(lastResort.reason().orElseThrow()).endsWith("first");
    }

    @Test
    void aProcessThatCannotShutDownIsHalted() {
        FatalExit broken =
                lastResort(() -> {
                    throw new IllegalStateException("no order");
                });
        broken.hung(in(1), Map.of());
        assertThat(ended).containsExactly("halts later", "code 1");
    }

    private static EngineProgress in(long iteration) {
        return new EngineProgress(iteration, "Slow", "Filter", "default/web", "u1");
    }

    /// Runs a heartbeat that sees the given iterations, 0 for none, and then hangs in the last one;
    /// returns the health after each pause.
    private List<String> healthUntilHung(long... iterations) throws InterruptedException {
        var health = new ArrayList<String>();
        var hung = new ArrayList<EngineProgress>();
        var heartbeats = new ArrayList<Heartbeat>();
        var heartbeat =
                new Heartbeat(
                        () -> {
                            int step = Math.min(health.size(), iterations.length) - 1;
                            long iteration = iterations[step];
                            return iteration == 0 ? Optional.empty() : Optional.of(in(iteration));
                        },
                        _ -> {
                            health.add(heartbeats.getFirst().failure().orElse("ok"));
                        },
                        hung::add);
        heartbeats.add(heartbeat);
        heartbeat.run();
        assertThat(hung).hasSize(1);
        return health;
    }

    @Test
    void aThreadHangsAfterAMinuteInOneIterationAndIsUnhealthyAfterHalf()
            throws InterruptedException {
        List<String> health = healthUntilHung(7);
        assertThat(health).hasSize(61);
        assertThat(health.subList(0, 31)).containsOnly("ok");
        assertThat(health.subList(31, 61))
                .containsOnly(
                        "the scheduling thread has made no progress for 30 seconds in plugin Slow"
                                + " (Filter) for pod default/web");
    }

    @Test
    void aThreadThatIsIdleOrGoesOnDoesNotHang() throws InterruptedException {
        assertThat(healthUntilHung(0, 0, 1, 1, 2, 0, 3)).hasSize(6 + 61);
    }

    @Test
    void theDumpNamesPluginAndPodFirstAndHasTheFramesOfTheSchedulingThread() {
        var problems = new ArrayList<Throwable>();
        var frame = new StackTraceElement("com.example.Slow", "filter", "Slow.java", 7);
        Thread scheduling = Thread.ofVirtual().name("scheduling").unstarted(() -> {});
        Thread other = Thread.ofVirtual().name("other").unstarted(() -> {});
        var exit =
                new FatalExit(
                        new KeptErrors(logged, problems),
                        () -> ended.add("shut down"),
                        () -> ended.add("halts later"),
                        code -> ended.add("code " + code));
        exit.hung(
                in(7),
                Map.of(
                        other,
                        new StackTraceElement[] {frame},
                        scheduling,
                        new StackTraceElement[] {frame, frame}));

        assertThat(logged)
                .containsExactly(
                        "The scheduling thread hangs; the process ends [plugin, Slow,"
                                + " extensionPoint, Filter, pod, default/web, uid, u1]",
                        "Stack [thread, other, state, NEW]");
        // A log writes the stacks of unchecked exceptions only.
        assertThat(problems)
                .allSatisfy(problem -> assertThat(problem).isInstanceOf(RuntimeException.class))
                .extracting(problem -> problem.getStackTrace().length)
                .containsExactly(2, 1);
        assertThat(ended).containsExactly("halts later", "shut down");
    }

    /// Keeps errors and their exceptions.
    private record KeptErrors(List<String> lines, List<Throwable> problems) implements Log {
        @Override
        public boolean enabled(int verbosity) {
            return false;
        }

        @Override
        public void info(int verbosity, String message, Object... keysAndValues) {}

        @Override
        public void warn(String message, Object... keysAndValues) {}

        @Override
        public void error(@Nullable Throwable problem, String message, Object... keysAndValues) {
            lines.add(message + " " + List.of(keysAndValues));
            if (problem != null) {
                problems.add(problem);
            }
        }
    }
}
