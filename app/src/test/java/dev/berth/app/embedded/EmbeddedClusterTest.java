package dev.berth.app.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.config.DefaultProfile;
import dev.berth.engine.Engine;
import dev.berth.engine.port.Log;

import org.junit.jupiter.api.Test;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

class EmbeddedClusterTest {
    @Test
    void aSchedulingThreadThatFailsIsLoggedAndIsTheFailureOfTheCluster() throws Exception {
        BlockingQueue<String> log = new LinkedBlockingQueue<>();
        Engine.Builder scheduler =
                Engine.builder()
                        .profile(DefaultProfile.spec())
                        .ticker(() -> {
                            throw new OutOfMemoryError("no memory");
                        });
        try (EmbeddedCluster cluster =
                EmbeddedCluster.builder()
                        .scheduler(scheduler)
                        .still()
                        .log(Log.plain(log::add))
                        .start()) {
            assertThat(log.poll(30, TimeUnit.SECONDS))
                    .contains("The scheduling thread has failed", "no memory");
            assertThat(cluster.failure()).containsInstanceOf(OutOfMemoryError.class);
        }
    }
}
