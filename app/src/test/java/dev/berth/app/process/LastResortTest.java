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
    private final FatalExit lastResort =
            new FatalExit(Log.NONE, () -> ended.add("flushed"), code -> ended.add("code " + code));

    @Test
    void aThreadThatFailsEndsTheProcess() throws InterruptedException {
        Thread thread =
                Thread.ofVirtual()
                        .uncaughtExceptionHandler(lastResort)
                        .start(() -> {
                            throw new OutOfMemoryError();
                        });
        thread.join();
        assertThat(ended).containsExactly("flushed", "code 1");
    }

    @Test
    void itEndsThoughNothingCanBeWritten() {
        var broken =
                new FatalExit(
                        Log.NONE,
                        () -> {
                            throw new IllegalStateException("no log");
                        },
                        code -> ended.add("code " + code));
        try {
            broken.hung(Map.of());
        } catch (IllegalStateException noLog) {
            // Nobody is left to hear it.
        }
        assertThat(ended).containsExactly("code 1");
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
        assertThat(ended).containsExactly("flushed", "code 1");
    }

    @Test
    void aThreadThatAnswersAgainDoesNotHang() throws InterruptedException {
        assertThat(pausesUntilHung(true, false, false, false, false, false, true)).isEqualTo(13);
    }
}
