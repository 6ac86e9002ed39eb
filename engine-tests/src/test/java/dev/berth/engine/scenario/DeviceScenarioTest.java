package dev.berth.engine.scenario;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.model.Kind;
import dev.berth.model.device.ResourceClaim;
import dev.berth.model.json.Json;
import dev.berth.testkit.PodBuilder;
import dev.berth.testkit.Scenario;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;

/// Devices are allocated, written, shared and released.
class DeviceScenarioTest {
    private static final List<String> PLUGINS = List.of("NodeResourcesFit", "DynamicResources");

    private static Json.Obj object(String kind, String name, String rest) {
        return (Json.Obj)
                Json.parse(
                        ("{'apiVersion': 'resource.k8s.io/v1', 'kind': '%s', 'metadata':"
                                        + " {'name': '%s'%s}, %s}")
                                .formatted(
                                        kind,
                                        name,
                                        kind.equals("ResourceClaim")
                                                ? ", 'namespace': 'default'"
                                                : "",
                                        rest)
                                .replace('\'', '"'));
    }

    private static Json.Obj claim(String name) {
        return object(
                "ResourceClaim",
                name,
                "'spec': {'devices': {'requests': [{'name': 'r', 'exactly': {'deviceClassName':"
                        + " 'gpu', 'allocationMode': 'ExactCount', 'count': 1}}]}}");
    }

    private static Scenario cluster(String devices) {
        return Scenario.of(Profiles.only(PLUGINS))
                .nodes(node("n").cpu("64").pods(110))
                .create(object("DeviceClass", "gpu", "'spec': {}"))
                .create(
                        object(
                                "ResourceSlice",
                                "n-gpus",
                                ("'spec': {'driver': 'gpu.example.com', 'nodeName': 'n', 'pool':"
                                                + " {'name': 'n', 'generation': 1,"
                                                + " 'resourceSliceCount': 1}, 'devices': [%s]}")
                                        .formatted(devices)));
    }

    private static PodBuilder user(String name, String claim) {
        return pod(name).cpu("10m").claim("gpu", claim);
    }

    private static ResourceClaim stored(Scenario cluster, String name) {
        return (ResourceClaim)
                cluster.cluster()
                        .store()
                        .get(Kind.RESOURCE_CLAIM, "default", name)
                        .orThrow()
                        .typed();
    }

    @Test
    void claimsGetDifferentDevicesAndTheirPodsAreBound() {
        try (Scenario cluster = cluster("{'name': 'a'}, {'name': 'b'}")) {
            cluster.create(claim("c1"))
                    .create(claim("c2"))
                    .create(user("p1", "c1"), user("p2", "c2"))
                    .advance(Duration.ofSeconds(30))
                    .expectScheduled("p1", "p2")
                    .expectAtRest();
            assertThat(List.of(device(cluster, "c1"), device(cluster, "c2")))
                    .containsExactlyInAnyOrder("a", "b");
            ResourceClaim claim = stored(cluster, "c1");
            assertThat(claim.meta().finalizers()).contains(ResourceClaim.FINALIZER);
            assertThat(claim.reservedFor()).extracting("name").containsExactly("p1");
        }
    }

    private static String device(Scenario cluster, String claim) {
        return stored(cluster, claim).allocation().orElseThrow().devices().getFirst().id().device();
    }

    @Test
    void podsCanShareAClaim() {
        try (Scenario cluster = cluster("{'name': 'a'}")) {
            cluster.create(claim("c"))
                    .create(user("p1", "c"), user("p2", "c"))
                    .advance(Duration.ofMinutes(1))
                    .expectScheduled("p1", "p2")
                    .expectAtRest();
            assertThat(stored(cluster, "c").reservedFor()).hasSize(2);
        }
    }

    @Test
    void aPodWithoutAFreeDeviceWaitsUntilAnotherClaimIsDeallocated() {
        try (Scenario cluster = cluster("{'name': 'a'}")) {
            cluster.create(claim("c1"))
                    .create(user("p1", "c1"))
                    .advance(Duration.ofSeconds(10))
                    .create(claim("c2"))
                    .create(user("p2", "c2"))
                    .advance(Duration.ofSeconds(10))
                    .expectPending("p2", "0/1 nodes are available: 1 cannot allocate all claims.");
        }
    }

    @Test
    void aPodWaitsForItsClaim() {
        try (Scenario cluster = cluster("{'name': 'a'}")) {
            cluster.create(claim("c"))
                    .create(user("p1", "c"))
                    .advance(Duration.ofSeconds(10))
                    .expectScheduled("p1");
            cluster.create(user("p3", "later"))
                    .advance(Duration.ofSeconds(10))
                    .expectIn("gated", "p3")
                    .create(claim("later"))
                    .advance(Duration.ofSeconds(10))
                    .expectPending("p3", "0/1 nodes are available: 1 cannot allocate all claims.");
        }
    }

    @Test
    void devicesProvideExtendedResources() {
        try (Scenario cluster =
                Scenario.of(Profiles.only(PLUGINS))
                        .nodes(node("n").cpu("64").pods(110))
                        .create(
                                object(
                                        "DeviceClass",
                                        "gpu",
                                        "'spec': {'extendedResourceName': 'example.com/gpu'}"))
                        .create(
                                object(
                                        "ResourceSlice",
                                        "n-gpus",
                                        "'spec': {'driver': 'gpu.example.com', 'nodeName': 'n',"
                                                + " 'pool': {'name': 'n', 'generation': 1,"
                                                + " 'resourceSliceCount': 1}, 'devices':"
                                                + " [{'name': 'a'}]}"))) {
            cluster.create(
                            pod("p1").cpu("10m").request("example.com/gpu", "1"),
                            pod("p2").cpu("10m").request("example.com/gpu", "1"))
                    .advance(Duration.ofSeconds(30));
            List<String> scheduled =
                    List.of("p1", "p2").stream()
                            .filter(name -> cluster.pod(name).assigned())
                            .toList();
            assertThat(scheduled).hasSize(1);
            assertThat(
                            cluster.pod(scheduled.getFirst())
                                    .status()
                                    .claimStatuses()
                                    .extended()
                                    .orElseThrow()
                                    .mappings())
                    .extracting("resource")
                    .containsExactly("example.com/gpu");
        }
    }
}
