package dev.berth.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.config.DefaultProfile;
import dev.berth.engine.Engine;
import dev.berth.engine.SystemClock;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.engine.view.EngineStats;
import dev.berth.engine.view.Query;
import dev.berth.kube.reflector.ReflectorListener;
import dev.berth.kube.write.WriteGate;
import dev.berth.kubeclient.wire.JsonFormat;
import dev.berth.model.Decoder;
import dev.berth.model.Kind;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;

class ClusterSchedulerTest {
    private static final String NODE =
            """
            {"metadata":{"name":"n1","uid":"u-n1","resourceVersion":"1"},"status":{"allocatable":{"cpu":"4","pods":"10"}}}
            """;
    private static final String POD =
            """
            {"metadata":{"name":"web","namespace":"ns","uid":"u-web","resourceVersion":"2"},"spec":{"schedulerName":"default-scheduler"}}
            """;

    private final ListedCluster cluster =
            new ListedCluster().with(Kind.NODE, NODE).with(Kind.POD, POD);
    private ClusterScheduler scheduler;

    @BeforeEach
    void start() {
        var profile = ProfileSpec.named("default-scheduler");
        DefaultProfile.addTo(profile);
        var format = new JsonFormat(new Decoder(), Set.of());
        scheduler =
                new ClusterScheduler(
                        Engine.builder().profile(profile.build()),
                        new ClusterScheduler.Parts(
                                cluster,
                                _ -> format,
                                new SystemClock(),
                                () -> _ -> {},
                                new SplittableRandom(1),
                                new WriteGate(() -> true),
                                _ -> {},
                                ReflectorListener.NONE),
                        Thread.ofVirtual().factory());
        scheduler.start(Thread.ofPlatform().daemon().factory());
    }

    @AfterEach
    void close() {
        scheduler.close();
    }

    private EngineStats stats() {
        return scheduler.ask(new Query.Stats()).orElseThrow();
    }

    private Thread lead() {
        return Thread.startVirtualThread(() -> {
            try {
                scheduler.lead(false);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
    }

    @Test
    void questionsAreAnsweredBeforeAnythingIsRead() {
        assertThat(stats().nodes()).isZero();
        assertThat(scheduler.listed()).isFalse();
    }

    @Test
    void theLeaderBindsListedPods() throws InterruptedException {
        scheduler.lead(false);
        assertThat(cluster.writes.take()).isEqualTo("POST /api/v1/namespaces/ns/pods/web/binding");
    }

    @Test
    void whatIsListedAfterTheEndIsNotScheduled() throws InterruptedException {
        CountDownLatch pods = cluster.hold(Kind.POD);
        Thread leading = lead();
        cluster.asked(Kind.POD).await();

        scheduler.stopLeading();
        pods.countDown();
        leading.join();

        assertThat(stats().pods()).isEqualTo(1);
        assertThat(stats().attempts()).isZero();
    }
}
