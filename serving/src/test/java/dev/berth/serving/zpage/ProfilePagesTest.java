package dev.berth.serving.zpage;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.serving.Calls;
import dev.berth.serving.http.Router;
import dev.berth.serving.http.ServerResponse;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

class ProfilePagesTest {
    private final Router paths = new Router();
    private final List<Duration> pauses = new ArrayList<>();

    @BeforeEach
    void install() {
        ProfilePages.install(paths, new JvmProfiles(pauses::add));
    }

    private String get(String target) throws InterruptedException {
        return new String(paths.answer(Calls.get(target)).body(), UTF_8);
    }

    @Test
    void theIndexNamesThem() throws InterruptedException {
        assertThat(get("/debug/pprof/"))
                .contains("'goroutine'", "'heap'", "'profile'", "'cmdline'");
        ServerResponse answer = paths.answer(Calls.get("/debug/pprof"));
        assertThat(answer.status()).isEqualTo(302);
        assertThat(answer.headers()).containsEntry("Location", "/debug/pprof/");
        assertThat(get("/debug/pprof/other")).isEqualTo("Unknown profile\n");
    }

    @Test
    void virtualThreadsAreShown() throws Exception {
        var started = new CountDownLatch(1);
        var end = new CountDownLatch(1);
        Thread.ofVirtual()
                .name("one-that-waits")
                .start(() -> {
                    started.countDown();
                    try {
                        end.await();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                });
        started.await();
        assertThat(get("/debug/pprof/goroutine")).contains("one-that-waits", "\"main\"");
        end.countDown();
    }

    @Test
    void theHeapIsCountedByClass() throws InterruptedException {
        assertThat(get("/debug/pprof/heap")).contains("java.lang.String");
    }

    @Test
    void aRecordingHasTheRequestedDurationUpToALimit() throws InterruptedException {
        byte[] recording = paths.answer(Calls.get("/debug/pprof/profile?seconds=7")).body();
        assertThat(new String(recording, 0, 3, UTF_8)).isEqualTo("FLR");
        get("/debug/pprof/profile?seconds=100000");
        get("/debug/pprof/profile?seconds=x");
        assertThat(pauses)
                .containsExactly(
                        Duration.ofSeconds(7), Duration.ofSeconds(120), Duration.ofSeconds(30));
    }

    @Test
    void theCommandLineIsShown() throws InterruptedException {
        assertThat(get("/debug/pprof/cmdline")).contains("java");
    }
}
