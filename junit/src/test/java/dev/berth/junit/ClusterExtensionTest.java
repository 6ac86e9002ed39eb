package dev.berth.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.model.Kind;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ClusterExtensionTest {
    private static final String NODE =
            """
            apiVersion: v1
            kind: Node
            metadata: {name: n1}
            status: {capacity: {cpu: "4", memory: 8Gi, pods: "110"}}
            """;

    private static String pod(String name, String cpu) {
        return """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s}
        spec: {containers: [{name: c, image: x, resources: {requests: {cpu: "%s"}}}]}
        """
                .formatted(name, cpu);
    }

    @RegisterExtension final ClusterExtension cluster = ClusterExtension.create().with(NODE);

    @Test
    void aPodIsScheduled() {
        cluster.apply(pod("web", "1"));
        assertThat(cluster.nodeOf("default/web")).isEqualTo("n1");
        assertThat(cluster.nodeOf("web")).isEqualTo("n1");
    }

    @Test
    void anUnschedulablePodHasAReason() {
        cluster.apply(pod("big", "100"));
        assertThat(cluster.reasonOf("default/big"))
                .startsWith("0/1 nodes are available: 1 Insufficient cpu.");
    }

    @Test
    void everyTestHasItsOwnCluster() {
        assertThat(cluster.cluster().store().find(Kind.POD, "default", "web")).isEmpty();
        assertThat(cluster.kubeconfig()).contains("server: https://127.0.0.1:");
    }

    @Test
    void applyUpdatesAnExistingObject() {
        cluster.apply(pod("web", "1"));
        cluster.apply(
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: web, labels: {tier: front}}
                """);
        assertThat(
                        cluster.cluster()
                                .store()
                                .get(Kind.POD, "default", "web")
                                .orThrow()
                                .json()
                                .textAt("metadata", "labels", "tier"))
                .contains("front");
    }

    @Test
    void aRejectionByTheServerIsReported() {
        assertThatThrownBy(
                        () -> cluster.apply("{apiVersion: v1, kind: Nothing, metadata: {name: x}}"))
                .hasMessage("the API server does not serve the kind Nothing in version v1");
    }
}
