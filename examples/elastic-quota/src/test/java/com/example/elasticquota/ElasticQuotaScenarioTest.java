package com.example.elasticquota;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.config.DefaultProfile;
import dev.berth.engine.port.ProfileSpec.PluginSet;
import dev.berth.model.json.Json;
import dev.berth.spi.ExtensionPoint;
import dev.berth.testkit.PodBuilder;
import dev.berth.testkit.Scenario;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// The plugin with all default plugins except DefaultPreemption, on virtual time.
class ElasticQuotaScenarioTest {
    private final Scenario scenario =
            Scenario.of(
                    DefaultProfile.builder()
                            .with(new ElasticQuota.Provider(), new ElasticQuota.Args(true), 1)
                            .at(
                                    ExtensionPoint.POST_FILTER,
                                    new PluginSet(List.of(), Set.of("DefaultPreemption")))
                            .build());

    @AfterEach
    void close() {
        scenario.close();
    }

    private static String read(String file) {
        try {
            return Files.readString(Path.of(file));
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    private static PodBuilder red(String name) {
        return pod(name).namespace("red").cpu("2").priority(100);
    }

    private static PodBuilder blue(String name) {
        return pod(name).namespace("blue").cpu("2");
    }

    private Scenario withQuotas() {
        return scenario.create(read("crd.yaml"))
                .create(
                        """
                        apiVersion: v1
                        kind: Namespace
                        metadata: {name: red}
                        ---
                        apiVersion: v1
                        kind: Namespace
                        metadata: {name: blue}
                        ---
                        apiVersion: scheduling.x-k8s.io/v1alpha1
                        kind: ElasticQuota
                        metadata: {name: quota, namespace: red}
                        spec: {min: {cpu: 4}, max: {cpu: 6}}
                        ---
                        apiVersion: scheduling.x-k8s.io/v1alpha1
                        kind: ElasticQuota
                        metadata: {name: quota, namespace: blue}
                        spec: {min: {cpu: 4}, max: {cpu: 6}}
                        """)
                .nodes(node("n1").cpu("4"), node("n2").cpu("4"));
    }

    @Test
    void aNamespaceBorrowsAndTheOwnerReclaims() {
        withQuotas()
                .create(red("r1"), red("r2"), red("r3"))
                .untilQuiet()
                .expectScheduled("red/r1", "red/r2", "red/r3")
                .create(blue("b1"))
                .untilQuiet()
                .expectScheduled("blue/b1")
                .create(blue("b2"))
                .untilQuiet()
                .advance(Duration.ofSeconds(40))
                .untilQuiet()
                .expectScheduled("blue/b2")
                .expectEvent("Preempted")
                .expectAtRest();
        long left =
                Stream.of("red/r1", "red/r2", "red/r3")
                        .filter(name -> !scenario.noted("Preempted").containsKey(name))
                        .count();
        assertThat(left).as("red keeps its guaranteed capacity").isEqualTo(2);
    }

    @Test
    void aPodOverTheMaxWaitsUntilItsNamespaceReleasesCapacity() {
        withQuotas()
                .create(red("r1"), red("r2"), red("r3"))
                .untilQuiet()
                .create(red("r4"))
                .untilQuiet()
                .expectUnschedulableBy("red/r4", "ElasticQuota")
                .delete("red/r2")
                .untilQuiet()
                .expectScheduled("red/r4")
                .expectNoPodForgotten()
                .expectAtRest();
    }

    @Test
    void aLargerQuotaLetsThePodStart() {
        withQuotas()
                .create(red("r1"), red("r2"), red("r3"), red("r4"))
                .untilQuiet()
                .expectUnschedulableBy("red/r4", "ElasticQuota")
                .replace(quotaOfRed("8"))
                .untilQuiet()
                .expectScheduled("red/r4");
    }

    private Json.Obj quotaOfRed(String max) {
        var stored = scenario.cluster().store().get(Quota.KIND, "red", "quota").orThrow().json();
        return stored.withAt(List.of("spec", "max", "cpu"), Json.of(max));
    }

    @Test
    void theStatusContainsTheUsage() {
        withQuotas().create(red("r1")).untilQuiet().advance(Duration.ofSeconds(2)).untilQuiet();

        assertThat(
                        scenario.cluster()
                                .store()
                                .get(Quota.KIND, "red", "quota")
                                .orThrow()
                                .json()
                                .textAt("status", "used", "cpu"))
                .contains("2");
    }
}
