package dev.berth.app.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.app.Main;
import dev.berth.app.cli.ExitCode;
import dev.berth.model.json.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// `berth decide` with deployments, stateful sets and other workloads, and the end of a sequence.
class DecideWorkloadsTest {
    private static final String NODES =
            """
            {apiVersion: v1, kind: Node, metadata: {name: n1}, status: {allocatable: {cpu: "4", memory: 8Gi, pods: "10"}}}
            ---
            {apiVersion: v1, kind: Node, metadata: {name: n2}, status: {allocatable: {cpu: "4", memory: 8Gi, pods: "10"}}}
            ---
            """;

    private static final String TEMPLATE =
            "template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c, image: x,"
                    + " resources: {requests: {cpu: \"1\"}}}]}}";

    private static final String DEPLOYMENT =
            """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: web, namespace: shop, uid: d1}
            spec: {replicas: 3, selector: {matchLabels: {app: web}}, %s}
            ---
            """
                    .formatted(TEMPLATE);

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir private Path folder;

    private int run(String manifests, String... more) throws IOException {
        Path file = Files.writeString(folder.resolve("cluster.yaml"), manifests);
        var args = new ArrayList<>(List.of("decide", "-f", file.toString()));
        args.addAll(List.of(more));
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return new Main(new PrintWriter(out), new PrintWriter(err), Map.of(), false)
                .run(args.toArray(String[]::new));
    }

    private List<String> pods() {
        return ((Json.Arr) Json.parse(out.toString()))
                .elements().stream().map(record -> record.textAt("pod").orElseThrow()).toList();
    }

    @Test
    void aDeploymentExpandsToItsPods() throws IOException {
        assertThat(run(NODES + DEPLOYMENT, "--sequence", "-o", "json")).isZero();
        assertThat(pods())
                .hasSize(3)
                .allMatch(pod -> pod.matches("shop/web-[b-z0-9]+-[123]"))
                .doesNotHaveDuplicates();
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void existingPodsAndReplicaSetsCount() throws IOException {
        String set =
                """
                apiVersion: apps/v1
                kind: ReplicaSet
                metadata:
                  name: web-abc
                  namespace: shop
                  uid: r1
                  ownerReferences: [{apiVersion: apps/v1, kind: Deployment, name: web, uid: d1, controller: true}]
                spec: {replicas: 2, selector: {matchLabels: {app: web}}, %s}
                ---
                """
                        .formatted(TEMPLATE);
        String pod =
                """
                apiVersion: v1
                kind: Pod
                metadata:
                  name: web-abc-1
                  namespace: shop
                  labels: {app: web}
                  ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: web-abc, uid: r1, controller: true}]
                spec: {nodeName: n1, containers: [{name: c, image: x}]}
                ---
                """;
        // The set lacks one of its two pods, and the deployment one more.
        assertThat(run(NODES + DEPLOYMENT + set + pod, "-o", "json")).isZero();
        assertThat(pods()).hasSize(2).contains("shop/web-abc-2").doesNotContain("shop/web-abc-1");

        // A pod of another set with the same name does not count.
        assertThat(run(NODES + set.replace("uid: r1", "uid: r2") + pod, "-o", "json")).isZero();
        assertThat(pods()).containsExactly("shop/web-abc-2", "shop/web-abc-3");

        // A finished pod is replaced.
        assertThat(
                        run(
                                NODES + set + pod.replace("---", "status: {phase: Failed}\n---"),
                                "-o",
                                "json"))
                .isZero();
        assertThat(pods()).containsExactly("shop/web-abc-2", "shop/web-abc-3");
    }

    @Test
    void statefulSetsDaemonSetsJobsAndReplicationControllersExpand() throws IOException {
        String workloads =
                """
                apiVersion: apps/v1
                kind: StatefulSet
                metadata: {name: db}
                spec:
                  replicas: 2
                  serviceName: db
                  selector: {matchLabels: {app: web}}
                  %1$s
                  volumeClaimTemplates:
                    - metadata: {name: data}
                      spec: {accessModes: [ReadWriteOnce], storageClassName: fast, resources: {requests: {storage: 1Gi}}}
                ---
                apiVersion: storage.k8s.io/v1
                kind: StorageClass
                metadata: {name: fast}
                provisioner: example.com/disk
                volumeBindingMode: WaitForFirstConsumer
                ---
                apiVersion: apps/v1
                kind: DaemonSet
                metadata: {name: agent}
                spec: {selector: {matchLabels: {app: web}}, %1$s}
                ---
                apiVersion: batch/v1
                kind: Job
                metadata: {name: import}
                spec: {parallelism: 3, completions: 4, %1$s}
                status: {succeeded: 2}
                ---
                apiVersion: batch/v1
                kind: Job
                metadata: {name: done}
                spec: {%1$s}
                status: {conditions: [{type: Complete, status: "True"}]}
                ---
                apiVersion: v1
                kind: ReplicationController
                metadata: {name: old}
                spec: {selector: {app: web}, %1$s}
                ---
                apiVersion: batch/v1
                kind: CronJob
                metadata: {name: nightly}
                spec: {schedule: "0 0 * * *", jobTemplate: {spec: {%1$s}}}
                """
                        .formatted(TEMPLATE);

        assertThat(run(NODES + workloads, "-o", "json")).isZero();

        assertThat(pods())
                .containsExactly(
                        "default/db-0",
                        "default/db-1",
                        "default/agent-1",
                        "default/agent-2",
                        "default/import-1",
                        "default/import-2",
                        "default/old-1");
        Json.Arr records = (Json.Arr) Json.parse(out.toString());
        assertThat(records.elements())
                .filteredOn(record -> record.textAt("pod").orElse("").contains("agent"))
                .extracting(record -> record.textAt("node").orElse(""))
                .containsExactly("n1", "n2");
        assertThat(err.toString())
                .isEqualTo(
                        "skipped 1 object of kinds that do not affect scheduling: 1 CronJob"
                                + " (batch/v1)\n");
    }

    @Test
    void anInvalidTemplateIsReportedWithItsPosition() throws IOException {
        assertThat(run(NODES + DEPLOYMENT.replace("\"1\"", "\"many\""))).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString().lines()).hasSize(1);
        assertThat(err.toString())
                .contains("cluster.yaml:8:")
                .contains("spec.template.spec.containers[0].resources.requests")
                .contains("many");
    }

    @Test
    void aTemplateThatAdmissionRejectsIsReportedOnce() throws IOException {
        assertThat(
                        run(
                                NODES
                                        + DEPLOYMENT.replace(
                                                "spec: {containers",
                                                "spec: {priorityClassName: none, containers")))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString().lines()).hasSize(1);
        assertThat(err.toString()).contains("cluster.yaml:5:1: ").contains("none");
    }

    @Test
    void aSequenceEndsWithTotalsReasonsAndNodes() throws IOException {
        String many = DEPLOYMENT.replace("replicas: 3", "replicas: 9");

        assertThat(run(NODES + many, "--sequence")).isEqualTo(ExitCode.NO);
        assertThat(out.toString())
                .contains("\n9 pods: 8 scheduled, 1 unschedulable\n")
                .contains("\n1 pod is pending: 0/2 nodes are available: 2 Insufficient cpu.")
                .endsWith(
                        """
                        NODE  PODS  CPU         MEMORY
                        n1    4/10  4/4 (100%)  0/8Gi (0%)
                        n2    4/10  4/4 (100%)  0/8Gi (0%)
                        """);

        assertThat(run(NODES + many, "--sequence", "-o", "json")).isEqualTo(ExitCode.NO);
        Json.Arr records = (Json.Arr) Json.parse(out.toString());
        assertThat(records.elements()).hasSize(9);
        Json.Obj summary = records.elements().getLast().objAt("summary").orElseThrow();
        assertThat(summary.at("scheduled").orElseThrow().text()).isEqualTo("8");
        assertThat(summary.at("pending", "0", "count").orElseThrow().text()).isEqualTo("1");
        assertThat(summary.at("nodes", "1").orElseThrow().text())
                .isEqualTo(
                        "{\"node\":\"n2\",\"pods\":4,\"maxPods\":10,\"requested\":{\"cpu\":\"4\",\"memory\":\"0\"},\"allocatable\":{\"cpu\":\"4\",\"memory\":\"8Gi\"}}");
        assertThat(records.elements().getFirst().at("summary")).isEmpty();

        assertThat(run(NODES + DEPLOYMENT)).isZero();
        assertThat(out.toString()).doesNotContain("3 pods:");
    }
}
