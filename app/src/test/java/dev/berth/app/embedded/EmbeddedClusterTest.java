package dev.berth.app.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.config.DefaultProfile;
import dev.berth.engine.Engine;
import dev.berth.engine.port.Log;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.model.json.Json;
import dev.berth.spi.PreEnqueue;
import dev.berth.spi.Verdict;

import org.junit.jupiter.api.Test;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

class EmbeddedClusterTest {
    private static final String POD =
            """
            {"apiVersion": "v1", "kind": "Pod",
             "metadata": {"name": "slow", "namespace": "default"},
             "spec": {"schedulerName": "default-scheduler",
                      "containers": [{"name": "c", "image": "i"}]}}
            """;

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

    @Test
    void aPluginThatHangsIsNamedWithItsPodAndItsStack() throws Exception {
        BlockingQueue<String> log = new LinkedBlockingQueue<>();
        var entered = new CountDownLatch(1);
        var released = new CountDownLatch(1);
        PreEnqueue hanging =
                pod -> {
                    entered.countDown();
                    awaitUninterrupted(released);
                    return Verdict.PASS;
                };
        var profile = ProfileSpec.named("default-scheduler").with("Hanging", hanging);
        DefaultProfile.addTo(profile);
        try (EmbeddedCluster cluster =
                EmbeddedCluster.builder()
                        .scheduler(Engine.builder().profile(profile.build()))
                        .still()
                        .heartbeatPauses(_ -> entered.await())
                        .filledBy(sim -> sim.create((Json.Obj) Json.parse(POD)))
                        .log(Log.plain(log::add))
                        .start()) {
            assertThat(log.poll(30, TimeUnit.SECONDS))
                    .contains("in plugin Hanging (PreEnqueue) for pod default/slow");
            assertThat(log.poll(30, TimeUnit.SECONDS)).contains("    at ");
            assertThat(cluster.failure()).isEmpty();
            released.countDown();
        } finally {
            released.countDown();
        }
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
