package dev.berth.engine.scenario;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.config.DefaultProfile;
import dev.berth.controlplane.store.Patch;
import dev.berth.controlplane.store.WriteScope;
import dev.berth.engine.Engine;
import dev.berth.engine.StepThreads;
import dev.berth.engine.port.EngineConfiguration;
import dev.berth.engine.port.Message;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.engine.port.ReloadOutcome;
import dev.berth.model.Encoder;
import dev.berth.model.Kind;
import dev.berth.model.Pod;
import dev.berth.model.device.ResourceClaim;
import dev.berth.model.json.Json;
import dev.berth.sim.VirtualCluster;
import dev.berth.sim.link.ClusterLink;
import dev.berth.spi.Placement;
import dev.berth.spi.PreBind;
import dev.berth.spi.Verdict;
import dev.berth.testkit.PodBuilder;
import dev.berth.testkit.Scenario;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/// Berth counts an allocation once from Reserve to the end of PreBind, and never returns to a
/// version of a claim before the one that the API server returned.
class DeviceClaimHazardsTest {
    private static final List<Kind> WITHOUT_CLAIMS =
            List.of(Kind.POD, Kind.NODE, Kind.DEVICE_CLASS, Kind.RESOURCE_SLICE);

    private static Json.Obj object(String kind, String metadata, String spec) {
        return (Json.Obj)
                Json.parse(
                        "{'apiVersion': 'resource.k8s.io/v1', 'kind': '%s', 'metadata': {%s}, 'spec': {%s}}"
                                .formatted(kind, metadata, spec)
                                .replace('\'', '"'));
    }

    private static Json.Obj deviceClass() {
        return object("DeviceClass", "'name': 'gpu'", "");
    }

    private static Json.Obj slice(String device) {
        return object(
                "ResourceSlice",
                "'name': 'n-gpus'",
                "'driver': 'gpu.example.com', 'nodeName': 'n', 'pool': {'name': 'n', 'generation': 1, 'resourceSliceCount': 1}, 'devices': [{'name': 'a'%s}]"
                        .formatted(device));
    }

    private static Json.Obj claim(String name, String capacity) {
        return object(
                "ResourceClaim",
                "'name': '%s', 'namespace': 'default'".formatted(name),
                "'devices': {'requests': [{'name': 'r', 'exactly': {'deviceClassName': 'gpu', 'allocationMode': 'ExactCount', 'count': 1%s}}]}"
                        .formatted(
                                capacity.isEmpty()
                                        ? ""
                                        : ", 'capacity': {'requests': {'memory': '%s'}}"
                                                .formatted(capacity)));
    }

    private static PodBuilder user(String name, String claim) {
        return pod(name).cpu("10m").claim("gpu", claim);
    }

    @Test
    void sharedCapacityCountsOnceWhileThePodWaitsForItsDevice() {
        try (Scenario cluster =
                Scenario.of(Profiles.only(List.of("NodeResourcesFit", "DynamicResources")))
                        .nodes(node("n").cpu("64").pods(110))
                        .create(deviceClass())
                        .create(
                                slice(
                                        ", 'allowMultipleAllocations': true, 'capacity':"
                                                + " {'memory': {'value': '10'}},"
                                                + " 'bindingConditions': ['ready'],"
                                                + " 'bindingFailureConditions': ['failed']"))
                        .create(claim("c1", "6"))
                        .create(claim("c2", "4"))
                        .create(claim("c3", "1"))) {
            cluster.create(user("p1", "c1"))
                    .advance(Duration.ofSeconds(5))
                    .expectIn("binding", "p1");
            // The allocation of c1 is written and still pending: 6 of 10 are in use, not 12.
            assertThat(allocated(cluster.cluster(), "c1")).isTrue();
            cluster.create(user("p2", "c2"))
                    .advance(Duration.ofSeconds(5))
                    .expectIn("binding", "p2");
            assertThat(allocated(cluster.cluster(), "c2")).isTrue();
            cluster.create(user("p3", "c3"))
                    .advance(Duration.ofSeconds(5))
                    .expectPending("p3", "0/1 nodes are available: 1 cannot allocate all claims.");
        }
    }

    private static boolean allocated(VirtualCluster cluster, String claim) {
        return storedClaim(cluster, claim).allocation().isPresent();
    }

    private static ResourceClaim storedClaim(VirtualCluster cluster, String claim) {
        return (ResourceClaim)
                cluster.store().get(Kind.RESOURCE_CLAIM, "default", claim).orThrow().typed();
    }

    /// Fails for the first pod, after DynamicResources has written the claim.
    private static final class FailsAfterTheWrite implements PreBind {
        @Override
        public Verdict preBind(Placement placement) {
            if (placement.pod().name().equals("p1")) {
                throw new IllegalStateException("fails after the write");
            }
            return Verdict.PASS;
        }
    }

    @Test
    void aFailureAfterTheWriteDoesNotFreeTheDevices() {
        var cluster = new VirtualCluster(1);
        ClusterLink link = cluster.cluster().link();
        ProfileSpec.Builder profile = DefaultProfile.builder();
        profile.with("FailsAfterTheWrite", new FailsAfterTheWrite());
        try (Engine engine =
                Engine.builder()
                        .profile(profile.build())
                        .api(link)
                        .clock(cluster.clock())
                        .executor(new StepThreads())
                        .seed(1)
                        .build()) {
            link.deliverTo(engine::post);
            cluster.create(Encoder.node(node("n").build()));
            cluster.create(deviceClass());
            cluster.create(slice(""));
            cluster.create(claim("c1", ""));
            cluster.create(claim("c2", ""));
            cluster.create(Encoder.pod(user("p1", "c1").build()));
            link.pump(1_000);
            runWithoutClaims(cluster, link, engine);
            cluster.create(Encoder.pod(user("p2", "c2").build()));
            runWithoutClaims(cluster, link, engine);
            assertThat(allocated(cluster, "c1")).isTrue();
            assertThat(stored(cluster, "p1").assigned()).isFalse();
            assertThat(allocated(cluster, "c2")).isFalse();
            assertThat(
                            stored(cluster, "p2")
                                    .status()
                                    .condition("PodScheduled")
                                    .orElseThrow()
                                    .message())
                    .contains("cannot allocate all claims");
        }
    }

    /// Fails once after DynamicResources has written the claim, and lets a controller change the
    /// claim in between.
    private record FailsAfterAChange(VirtualCluster cluster, AtomicBoolean failed)
            implements PreBind {
        @Override
        public Verdict preBind(Placement placement) {
            if (!failed.getAndSet(true)) {
                annotate(cluster, "c1");
                throw new IllegalStateException("fails after the write");
            }
            return Verdict.PASS;
        }
    }

    private static void annotate(VirtualCluster cluster, String claim) {
        cluster.store()
                .patch(
                        cluster.store().get(Kind.RESOURCE_CLAIM, "default", claim).orThrow(),
                        new Patch.Merge(
                                (Json.Obj)
                                        Json.parse(
                                                "{\"metadata\":{\"annotations\":{\"seen\":\"by-controller\"}}}")),
                        WriteScope.MAIN)
                .orThrow();
    }

    private static ProfileSpec failsAfterAChange(VirtualCluster cluster, AtomicBoolean failed) {
        return DefaultProfile.builder()
                .with("FailsAfterAChange", new FailsAfterAChange(cluster, failed))
                .build();
    }

    /// The removal of the reservation is refused with a conflict, and the pod is bound before the
    /// removal is repeated.
    @ParameterizedTest(name = "with a reload in between: {0}")
    @ValueSource(booleans = {false, true})
    void aBoundPodKeepsItsReservation(boolean reload) {
        var cluster = new VirtualCluster(1);
        ClusterLink link = cluster.cluster().link();
        var failed = new AtomicBoolean();
        try (Engine engine =
                Engine.builder()
                        .profile(failsAfterAChange(cluster, failed))
                        .api(link)
                        .clock(cluster.clock())
                        .executor(new StepThreads())
                        .seed(1)
                        .build()) {
            link.deliverTo(engine::post);
            cluster.create(Encoder.node(node("n").build()));
            cluster.create(deviceClass());
            cluster.create(slice(""));
            cluster.create(claim("c1", ""));
            cluster.create(Encoder.pod(user("p1", "c1").build()));
            link.pump(1_000);
            runWithoutClaims(cluster, link, engine);
            assertThat(failed).isTrue();
            assertThat(stored(cluster, "p1").assigned()).isFalse();
            if (reload) {
                CompletableFuture<ReloadOutcome> outcome =
                        engine.reload(
                                new EngineConfiguration(
                                        List.of(failsAfterAChange(cluster, failed)),
                                        List.of(),
                                        Duration.ofSeconds(1),
                                        Duration.ofSeconds(10)));
                runWithoutClaims(cluster, link, engine);
                assertThat(outcome.join()).isInstanceOf(ReloadOutcome.InForce.class);
            }
            link.pump(1_000);
            engine.post(new Message.Activate(List.of("default/p1")));
            runWithoutClaims(cluster, link, engine);
            assertThat(stored(cluster, "p1").assigned()).isTrue();

            for (int second = 0; second < 10; second++) {
                cluster.clock().advance(Duration.ofSeconds(1));
                link.pump(1_000);
                runWithoutClaims(cluster, link, engine);
            }
            assertThat(storedClaim(cluster, "c1").reservedFor(stored(cluster, "p1").uid()))
                    .isTrue();
        }
    }

    private static Pod stored(VirtualCluster cluster, String pod) {
        return (Pod) cluster.store().get(Kind.POD, "default", pod).orThrow().typed();
    }

    /// Runs the scheduler, which receives no events of claims.
    private static void runWithoutClaims(VirtualCluster cluster, ClusterLink link, Engine engine) {
        int work = 1;
        while (work > 0) {
            work = cluster.timeline().fire() + cluster.cluster().pump(100) + engine.runOnce();
            for (Kind kind : WITHOUT_CLAIMS) {
                work += link.pump(kind, 100);
            }
        }
    }
}
