package com.example.loadaware;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import dev.berth.config.DefaultProfile;
import dev.berth.model.json.Json;
import dev.berth.testkit.Scenario;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// The plugin with all default plugins, on virtual time.
class LoadAwareScenarioTest {
    private final Scenario scenario =
            Scenario.of(
                    DefaultProfile.builder()
                            .with(new LoadAware.Provider(), LoadAware.Args.DEFAULT, 10)
                            .build());

    @AfterEach
    void close() {
        scenario.close();
    }

    private String metric(String node, String cpu) {
        return """
        apiVersion: slo.koordinator.sh/v1alpha1
        kind: NodeMetric
        metadata: {name: %s}
        status:
          updateTime: "%s"
          nodeMetric: {nodeUsage: {resources: {cpu: "%s", memory: 1Gi}}}
        """
                .formatted(node, now(), cpu);
    }

    private Instant now() {
        return Instant.EPOCH.plusNanos(scenario.cluster().clock().nowNanos());
    }

    private Json.Obj updated(String node, String cpu) {
        return scenario.cluster()
                .store()
                .get(NodeLoad.KIND, "", node)
                .orThrow()
                .json()
                .withAt(List.of("status", "updateTime"), Json.of(now().toString()))
                .withAt(
                        List.of("status", "nodeMetric", "nodeUsage", "resources", "cpu"),
                        Json.of(cpu));
    }

    @Test
    void aPodAvoidsTheNodeThatIsBusyAlthoughItsRequestsAreLower() {
        scenario.nodes(node("busy").cpu("8"), node("calm").cpu("8"))
                .running(pod("large").cpu("4").on("calm"))
                .create(metric("busy", "5"))
                .create(metric("calm", "500m"))
                .create(pod("web").cpu("100m"))
                .untilQuiet()
                .expectScheduledOn("web", "calm");
    }

    @Test
    void aRejectedPodIsScheduledAfterTheLoadFalls() {
        scenario.nodes(node("busy").cpu("8"))
                .create(metric("busy", "7"))
                .create(pod("web").cpu("1"))
                .untilQuiet()
                .expectUnschedulableBy("web", "LoadAware")
                .replace(updated("busy", "1"))
                .untilQuiet()
                .advance(Duration.ofSeconds(5))
                .untilQuiet()
                .expectScheduledOn("web", "busy")
                .expectAtRest();
    }

    @Test
    void aRejectedPodIsScheduledAfterTheMeasurementBecomesTooOld() {
        scenario.nodes(node("busy").cpu("8"))
                .create(metric("busy", "7"))
                .create(pod("web").cpu("1"))
                .untilQuiet()
                .expectUnschedulableBy("web", "LoadAware")
                .advance(Duration.ofMinutes(4))
                .untilQuiet()
                .expectScheduledOn("web", "busy")
                .expectAtRest();
    }
}
