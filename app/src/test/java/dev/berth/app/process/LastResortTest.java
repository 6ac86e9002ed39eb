package dev.berth.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.port.Log;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;

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
        broken.hung(Map.of());
        assertThat(ended).containsExactly("halts later", "code 1");
    }

    /// Answers as scripted; the pauses are counted.
    private int pausesUntilHung(Boolean... answers) throws InterruptedException {
        Queue<Boolean> script = new ArrayDeque<>(List.of(answers));
        var pauses = new ArrayList<Duration>();
        new Heartbeat(
                        () -> Boolean.TRUE.equals(script.poll()),
                        pauses::add,
                        () -> lastResort.hung(Map.of()))
                .run();
        return pauses.size();
    }

    @Test
    void aThreadThatDoesNotAnswerForLongHangs() throws InterruptedException {
        assertThat(pausesUntilHung()).isEqualTo(6);
        assertThat(ended).containsExactly("halts later", "shut down");
    }

    @Test
    void aThreadThatAnswersAgainDoesNotHang() throws InterruptedException {
        assertThat(pausesUntilHung(true, false, false, false, false, false, true)).isEqualTo(13);
    }
}
