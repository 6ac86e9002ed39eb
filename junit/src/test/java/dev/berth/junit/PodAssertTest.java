package dev.berth.junit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.model.Kind;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.time.Duration;

/// The assertions, and their messages.
class PodAssertTest {
    private static final Duration SHORT = Duration.ofMillis(300);

    @RegisterExtension
    final ClusterExtension cluster =
            ClusterExtension.create()
                    .timeout(Duration.ofSeconds(20))
                    .with(
                            """
                            apiVersion: v1
                            kind: Node
                            metadata: {name: n1}
                            status: {allocatable: {cpu: "4", memory: 8Gi, pods: "110"}}
                            """);

    private void create(String name, String cpu) {
        cluster.apply(
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: %s}
                spec: {containers: [{name: c, image: x, resources: {requests: {cpu: "%s"}}}]}
                """
                        .formatted(name, cpu));
    }

    // snippet: assertions
    @Test
    void aPodIsScheduledAndAnotherOneIsNot() {
        create("web", "1");
        create("big", "100");
        cluster.assertThatPod("web")
                .isScheduledOn("n1")
                .hasEvent("Scheduled", "Successfully assigned default/web to n1")
                .hasPhase("Running");
        cluster.assertThatPod("big")
                .within(Duration.ofSeconds(30))
                .isUnschedulable("0/1 nodes are available", "Insufficient cpu")
                .hasEvent("FailedScheduling");
        cluster.assertThatObject(Kind.NODE, "n1").exists();
    }

    // end

    @Test
    void aPodOnAnotherNodeIsReportedAtOnce() {
        create("web", "1");
        assertThatThrownBy(() -> cluster.assertThatPod("web").isScheduledOn("n2"))
                .isInstanceOf(AssertionError.class)
                .hasMessage("default/web is on n1, not on n2");
    }

    @Test
    void aFailureContainsTheStateOfThePodAndTheTimeout() {
        create("big", "100");
        cluster.assertThatPod("big").isUnschedulable();
        assertThatThrownBy(() -> cluster.assertThatPod("big").within(SHORT).isScheduled())
                .hasMessageStartingWith(
                        "default/big has no node: 0/1 nodes are available: 1 Insufficient cpu.")
                .hasMessageEndingWith("(waited 300 ms)");
        assertThatThrownBy(
                        () -> cluster.assertThatPod("big").within(SHORT).isUnschedulable("taint"))
                .hasMessageStartingWith("default/big is not unschedulable because of [taint]: 0/1");
        assertThatThrownBy(() -> cluster.assertThatPod("big").within(SHORT).hasEvent("Scheduled"))
                .hasMessageStartingWith(
                        "default/big has no event Scheduled with the text ''; its events are"
                                + " [FailedScheduling (0/1 nodes");
        assertThatThrownBy(() -> cluster.assertThatPod("big").within(SHORT).isGone())
                .hasMessageStartingWith("default/big still exists: 0/1");
        assertThatThrownBy(() -> cluster.assertThatPod("none").within(SHORT).isScheduled())
                .hasMessage("default/none has no node: the pod does not exist (waited 300 ms)");
        assertThatThrownBy(() -> cluster.nodeOf("big", SHORT)).hasMessageContaining("has no node");
        assertThatThrownBy(() -> cluster.reasonOf("none", SHORT))
                .hasMessageContaining("is not marked as unschedulable: the pod does not exist");
    }

    @Test
    void anyObjectCanBeAsserted() {
        create("web", "1");
        cluster.assertThatPod("web").isScheduled();
        cluster.assertThatObject(Kind.POD, "default/web").hasField("n1", "spec", "nodeName");
        assertThatThrownBy(() ->
                        cluster.assertThatObject(Kind.NODE, "n2")
                                .within(SHORT)
                                .hasField("x", "spec", "y"))
                .hasMessage(
                        "Node n2 does not satisfy spec.y = x: it does not exist (waited 300 ms)");
        assertThatThrownBy(() -> cluster.assertThatObject(Kind.NODE, "n1").within(SHORT).isGone())
                .hasMessage("Node n1 still exists (waited 300 ms)");
        cluster.assertThatObject(Kind.NODE, "n2").isGone();
    }

    @Test
    void theTimeoutMustBePositive() {
        assertThatThrownBy(() -> ClusterExtension.create().timeout(Duration.ZERO))
                .hasMessage("timeout must be positive, was PT0S");
    }
}
