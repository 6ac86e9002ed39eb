package dev.berth.engine.scenario;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.controlplane.store.DeleteRequest;
import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.model.Kind;
import dev.berth.model.device.ResourceClaim;
import dev.berth.model.json.Json;
import dev.berth.testkit.Scenario;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;

/// Pods wait until their devices meet the binding conditions, and events about taint rules requeue
/// pods.
class BindingConditionsScenarioTest {
    private static final Duration BINDING_TIMEOUT = Duration.ofMinutes(10);

    private static Json.Obj object(String text) {
        return (Json.Obj) Json.parse(text.replace('\'', '"'));
    }

    private static Scenario cluster() {
        return Scenario.of(Profiles.only(List.of("NodeResourcesFit", "DynamicResources")))
                .nodes(node("n").cpu("64").pods(110))
                .create(
                        object(
                                """
                                {'apiVersion': 'resource.k8s.io/v1', 'kind': 'DeviceClass',
                                 'metadata': {'name': 'gpu'}, 'spec': {}}\
                                """))
                .create(
                        object(
                                """
                                {'apiVersion': 'resource.k8s.io/v1', 'kind': 'ResourceClaim',
                                 'metadata': {'name': 'c', 'namespace': 'default'},
                                 'spec': {'devices': {'requests': [{'name': 'r', 'exactly':
                                  {'deviceClassName': 'gpu', 'allocationMode': 'ExactCount',
                                   'count': 1}}]}}}\
                                """));
    }

    private static Json.Obj slice(String device) {
        return object(
                """
                {'apiVersion': 'resource.k8s.io/v1', 'kind': 'ResourceSlice',
                 'metadata': {'name': 'n-gpus'},
                 'spec': {'driver': 'gpu.example.com', 'nodeName': 'n',
                  'pool': {'name': 'n', 'generation': 1, 'resourceSliceCount': 1},
                  'devices': [{'name': 'a'%s}]}}\
                """
                        .formatted(device));
    }

    private static Scenario waiting() {
        return cluster()
                .create(
                        slice(
                                ", 'bindsToNode': true, 'bindingConditions': ['attached'],"
                                        + " 'bindingFailureConditions': ['broken']"))
                .create(pod("p").cpu("10m").claim("gpu", "c"))
                .advance(Duration.ofSeconds(30))
                .expectEvent("BindingConditionsPending")
                .expectIn("binding", "p");
    }

    private static ObjectVersion stored(Scenario cluster) {
        return cluster.cluster().store().get(Kind.RESOURCE_CLAIM, "default", "c").orThrow();
    }

    private static ResourceClaim claim(Scenario cluster) {
        return (ResourceClaim) stored(cluster).typed();
    }

    private static void report(Scenario cluster, String condition) {
        Json.Obj claim = stored(cluster).json();
        Json.Obj status = claim.objAt("status").orElseThrow();
        Json devices =
                object(
                                """
                                {'devices': [{'driver': 'gpu.example.com', 'pool': 'n', 'device':
                                 'a', 'conditions': [{'type': '%s', 'status': 'True', 'reason': 'R',
                                 'message': 'm', 'lastTransitionTime': '2026-01-01T00:00:00Z'}]}]}\
                                """
                                        .formatted(condition))
                        .field("devices")
                        .orElseThrow();
        cluster.replace(claim.with("status", status.with("devices", devices)));
    }

    @Test
    void aPodIsBoundWhenItsDeviceIsAttached() {
        try (Scenario cluster = waiting()) {
            assertThat(claim(cluster).allocation().orElseThrow().timestamp()).isPresent();
            report(cluster, "attached");
            cluster.advance(Duration.ofSeconds(1)).expectScheduled("p").expectAtRest();
        }
    }

    @Test
    void aDeviceThatFailsIsDeallocatedAndAllocatedAgain() {
        try (Scenario cluster = waiting()) {
            report(cluster, "broken");
            cluster.advance(Duration.ofSeconds(1));
            assertThat(cluster.noted("FailedScheduling").get("default/p"))
                    .anyMatch(note ->
                            note.contains(
                                    "device binding failed: claim=c, reason=R, message=\"m\""));
            cluster.advance(Duration.ofSeconds(30)).expectIn("binding", "p");
            assertThat(claim(cluster).devices()).isEmpty();
            assertThat(claim(cluster).reservedFor()).hasSize(1);
            report(cluster, "attached");
            cluster.advance(Duration.ofSeconds(1)).expectScheduled("p").expectAtRest();
        }
    }

    @Test
    void aDeviceThatIsNeverAttachedIsDeallocated() {
        try (Scenario cluster = waiting()) {
            cluster.replace(slice(""));
            cluster.advance(BINDING_TIMEOUT.plusMinutes(1)).expectScheduled("p").expectAtRest();
            assertThat(cluster.noted("FailedScheduling").get("default/p"))
                    .anyMatch(note -> note.contains("device binding timeout"));
        }
    }

    @Test
    void aPodIsRequeuedWhenATaintRuleIsDeleted() {
        Json.Obj rule =
                object(
                        """
                        {'apiVersion': 'resource.k8s.io/v1', 'kind': 'DeviceTaintRule',
                         'metadata': {'name': 't'}, 'spec': {'deviceSelector': {'pool': 'n'},
                         'taint': {'key': 'broken', 'effect': 'NoSchedule'}}}\
                        """);
        try (Scenario cluster = cluster().create(slice("")).create(rule)) {
            cluster.create(pod("p").cpu("10m").claim("gpu", "c"))
                    .advance(Duration.ofSeconds(30))
                    .expectPending("p", "0/1 nodes are available: 1 cannot allocate all claims.");
            cluster.cluster()
                    .store()
                    .delete(Kind.DEVICE_TAINT_RULE, "", "t", DeleteRequest.DEFAULT)
                    .orThrow();
            cluster.advance(Duration.ofSeconds(30)).expectScheduled("p").expectAtRest();
        }
    }
}
