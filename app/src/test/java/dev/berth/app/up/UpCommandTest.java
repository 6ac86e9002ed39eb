package dev.berth.app.up;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.app.Main;
import dev.berth.model.json.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// `berth up --until-idle`, from the command line to the summary.
class UpCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir private Path folder;

    private int run(String... args) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return new Main(new PrintWriter(out), new PrintWriter(err), Map.of(), false).run(args);
    }

    private String text(String... path) {
        Json.Obj summary = (Json.Obj) Json.parse(out.toString());
        return summary.at(path).map(Json::text).orElse("");
    }

    private Path write(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content);
    }

    @Test
    void everyPodIsScheduledAndTheSummaryIsOneJsonObject() {
        assertThat(run("up", "--nodes", "20", "--pods", "100", "--until-idle", "-o", "json"))
                .isZero();
        assertThat(out.toString().lines()).hasSize(1);
        assertThat(text("nodes")).isEqualTo("20");
        assertThat(text("pods")).isEqualTo("100");
        assertThat(text("scheduled")).isEqualTo("100");
        assertThat(text("unschedulable")).isEqualTo("0");
        assertThat(text("seconds")).matches("\\d+\\.\\d+");
        assertThat(text("podsPerSecond")).matches("\\d+");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void aDeploymentOfAManifestGetsItsPods() throws IOException {
        Path manifest =
                write(
                        "web.yaml",
                        """
                        apiVersion: v1
                        kind: Node
                        metadata: {name: n1}
                        status: {allocatable: {cpu: "4", memory: 8Gi, pods: "110"}}
                        ---
                        apiVersion: apps/v1
                        kind: Deployment
                        metadata: {name: web}
                        spec:
                          replicas: 3
                          selector: {matchLabels: {app: web}}
                          template:
                            metadata: {labels: {app: web}}
                            spec: {containers: [{name: c, image: x}]}
                        """);
        assertThat(run("up", "-f", manifest.toString(), "--until-idle", "-o", "json")).isZero();
        assertThat(text("pods")).isEqualTo("3");
        assertThat(text("scheduled")).isEqualTo("3");
    }

    @Test
    void claimsOfAManifestGetTheDefaultsOfTheApiServer() {
        String example = Path.of("..", "docs", "examples", "devices.yaml").toString();
        run("up", "-f", example, "--until-idle", "-o", "json");
        assertThat(text("scheduled")).isEqualTo("2");
        assertThat(text("unschedulable")).isEqualTo("1");
        assertThat(text("errors")).isEqualTo("0");
    }

    @Test
    void aStageOfAManifestTakesThePlaceOfTheOneOfItsName() throws IOException {
        Path manifest =
                write(
                        "stage.yaml",
                        """
                        apiVersion: v1
                        kind: Node
                        metadata: {name: n1}
                        status: {allocatable: {cpu: "4", memory: 8Gi, pods: "110"}}
                        ---
                        apiVersion: v1
                        kind: Pod
                        metadata: {name: short-lived}
                        spec: {containers: [{name: c, image: x}]}
                        ---
                        apiVersion: berth.dev/v1
                        kind: Stage
                        metadata: {name: pod-runs}
                        spec:
                          resource: {apiVersion: v1, kind: Pod}
                          when: [{path: .spec.nodeName, operator: Exists}]
                          next: {delete: true}
                        """);
        assertThat(run("up", "-f", manifest.toString(), "--until-idle", "-o", "json")).isZero();
        assertThat(text("nodes")).isEqualTo("1");
        assertThat(text("pods")).isEqualTo("0");
    }

    @Test
    void anInvalidStageIsReportedWithItsPositionAndValue() throws IOException {
        Path manifest =
                write(
                        "stage.yaml",
                        """
                        apiVersion: berth.dev/v1
                        kind: Stage
                        metadata: {name: pod-runs}
                        spec:
                          resource: {kind: Pod}
                          delay: {duration: 1 day}
                          next: {delete: true}
                        ---
                        apiVersion: berth.dev/v1
                        kind: Stage
                        metadata: {name: pod-stops}
                        spec:
                          resource: {kind: Pod}
                          when: [{path: .spec.nodeName, operator: Is}]
                          next: {delete: true}
                        """);
        assertThat(run("up", "-f", manifest.toString(), "--until-idle")).isEqualTo(2);
        assertThat(err.toString().lines())
                .containsExactly(
                        "berth: "
                                + manifest
                                + ":6:21: spec.delay.duration: \"1 day\" is not a duration; write"
                                + " it like 1s, 500ms or 1m30s",
                        "berth: "
                                + manifest
                                + ":14:43: spec.when[0].operator: \"Is\" is not an operator; use"
                                + " Exists, DoesNotExist, In or NotIn");
    }

    @Test
    void theLauncherLearnsFromARunAndFromQuestions() {
        assertThat(run("__rehearse")).isZero();
        assertThat(out.toString())
                .contains(
                        "100 nodes, 2000 pods: 2000 scheduled",
                        "No pods are waiting.",
                        "node-1 has 0 pods");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void flagsOfTheApiDoNotGoWithVirtualTime() {
        assertThat(run("up", "--until-idle", "--api-port", "6443")).isEqualTo(2);
        assertThat(err.toString())
                .contains(
                        "cannot be used with --until-idle, which runs on virtual time without an"
                                + " API");
        assertThat(run("up", "--api-port", "70000")).isEqualTo(2);
        assertThat(err.toString()).contains("--api-port must be between 0 and 65535, was 70000");
    }

    @Test
    void aRateLimitDelaysPodsAndLosesNone() {
        assertThat(
                        run(
                                "up",
                                "--nodes",
                                "20",
                                "--pods",
                                "100",
                                "--until-idle",
                                "--bind-pods-qps",
                                "15",
                                "-o",
                                "json"))
                .isZero();
        assertThat(text("scheduled")).isEqualTo("100");
        assertThat(Double.parseDouble(text("virtualSeconds"))).isBetween(5.3, 5.4);
    }

    @Test
    void aRateThatIsNoNumberOrTooLargeIsNamed() {
        assertThat(run("up", "--until-idle", "--bind-pods-qps", "1e300")).isEqualTo(2);
        assertThat(err.toString()).contains("'1e300' is too large");
        assertThat(run("up", "--until-idle", "--bind-pods-qps", "abc")).isEqualTo(2);
        assertThat(err.toString()).contains("'abc' is not a number");
    }

    @Test
    void aRateLimitThatIsTooHighIsRejected() {
        assertThat(run("up", "--until-idle", "--bind-pods-burst", "0")).isEqualTo(2);
        assertThat(err.toString()).startsWith("berth: --bind-pods-burst must be at least 1, was 0");
    }

    @Test
    void theSeedDecidesEverything() {
        String[] hashes = new String[3];
        for (int i = 0; i < 3; i++) {
            run(
                    "up",
                    "--nodes",
                    "20",
                    "--pods",
                    "100",
                    "--until-idle",
                    "-o",
                    "json",
                    "--seed",
                    i < 2 ? "7" : "8");
            hashes[i] = text("decisionsHash");
        }
        assertThat(hashes[0])
                .isEqualTo(hashes[1])
                .isNotEqualTo(hashes[2])
                .matches("\"[0-9a-f]{64}\"");
    }

    @Test
    void podsThatDoNotFitAreReportedWithTheirMessage() {
        assertThat(run("up", "--nodes", "2", "--pods", "500", "--until-idle", "-o", "json"))
                .isZero();
        assertThat(text("failures", "0", "message"))
                .isEqualTo(
                        "\"0/2 nodes are available: 2 Insufficient cpu."
                                + " preemption: 0/2 nodes are available: 2 No"
                                + " preemption victims found for incoming pod.\"");
        int scheduled = Integer.parseInt(text("scheduled"));
        assertThat(Integer.parseInt(text("unschedulable"))).isEqualTo(500 - scheduled);
        run("up", "--nodes", "2", "--pods", "500", "--until-idle");
        assertThat(out.toString())
                .contains(
                        "pods do not fit: 0/2 nodes are available: 2 Insufficient cpu."
                                + " preemption: 0/2");
    }

    @Test
    void manifestsAreScheduled() throws IOException {
        Path file =
                write(
                        "cluster.yaml",
                        """
                        apiVersion: v1
                        kind: Pod
                        metadata: {name: web}
                        spec:
                          containers:
                          - name: main
                            resources: {requests: {cpu: 500m}}
                        ---
                        apiVersion: v1
                        kind: Node
                        metadata: {name: n1}
                        status:
                          allocatable: {cpu: "4", memory: 8Gi, pods: "110"}
                        """);
        assertThat(run("up", "-f", file.toString(), "--until-idle", "-o", "json")).isZero();
        assertThat(text("scheduled")).isEqualTo("1");
        assertThat(text("nodes")).isEqualTo("1");
    }

    @Test
    void aMalformedManifestIsOneLineWithFileLinePathAndValue() throws IOException {
        Path file =
                write(
                        "bad.yaml",
                        """
                        apiVersion: v1
                        kind: Pod
                        metadata: {name: web}
                        spec:
                          containers:
                          - name: main
                            resources:
                              requests:
                                cpu: 1x
                        """);
        assertThat(run("up", "-f", file.toString(), "--until-idle")).isEqualTo(2);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString().lines()).hasSize(1);
        assertThat(err.toString())
                .contains(file + ":9:", "spec.containers[0].resources.requests.cpu", "1x")
                .doesNotContain("Exception", "\tat ");
    }

    @Test
    void gatedPodsAndPodsOfOthersAreCountedApart() throws IOException {
        Path file =
                write(
                        "pods.yaml",
                        """
                        apiVersion: v1
                        kind: Pod
                        metadata: {name: gated}
                        spec:
                          schedulingGates: [{name: example.com/wait}]
                          containers: [{name: main}]
                        ---
                        apiVersion: v1
                        kind: Pod
                        metadata: {name: others}
                        spec:
                          schedulerName: another
                          topologySpreadConstraints: []
                          affinity: {podAffinity: {}, podAntiAffinity: {}}
                          preemptionPolicy: Never
                          containers: [{name: main}]
                        ---
                        apiVersion: policy/v1
                        kind: PodDisruptionBudget
                        metadata: {name: budget}
                        spec: {maxUnavailable: 1}
                        """);
        assertThat(run("up", "--nodes", "1", "-f", file.toString(), "--until-idle", "-o", "json"))
                .isZero();
        assertThat(text("gated")).isEqualTo("1");
        assertThat(text("gatedMessages", "0", "pods", "0")).isEqualTo("\"default/gated\"");
        assertThat(text("pending")).isEqualTo("1");
        assertThat(text("unschedulable")).isEqualTo("0");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void podsOnTheirWayOutGoAndPendingOnesAreNotScheduled() throws IOException {
        Path file =
                write(
                        "leaving.yaml",
                        """
                        apiVersion: v1
                        kind: Node
                        metadata: {name: n1}
                        status:
                          allocatable: {cpu: "4", memory: 8Gi, pods: "110"}
                        ---
                        apiVersion: v1
                        kind: Pod
                        metadata:
                          name: victim
                          deletionTimestamp: "2026-01-01T00:00:30Z"
                          deletionGracePeriodSeconds: 30
                        spec:
                          nodeName: n1
                          containers: [{name: main, resources: {requests: {cpu: "4"}}}]
                        status:
                          phase: Running
                          conditions:
                          - {type: DisruptionTarget, status: "True", reason: PreemptionByScheduler}
                        ---
                        apiVersion: v1
                        kind: Pod
                        metadata:
                          name: leaving
                          finalizers: [example.com/hold]
                          deletionTimestamp: "2026-01-01T00:00:00Z"
                          deletionGracePeriodSeconds: 0
                        spec:
                          containers: [{name: main}]
                        ---
                        apiVersion: v1
                        kind: Pod
                        metadata: {name: next}
                        spec:
                          containers: [{name: main, resources: {requests: {cpu: "4"}}}]
                        """);
        assertThat(run("up", "-f", file.toString(), "--until-idle", "-o", "json")).isZero();
        assertThat(text("pods")).isEqualTo("2");
        assertThat(text("scheduled")).isEqualTo("1");
        assertThat(text("pending")).isEqualTo("1");
    }

    @Test
    void aPreemptorWhoseVictimStaysSaysWhatItWaitsFor() throws IOException {
        Path file =
                write(
                        "held.yaml",
                        """
                        apiVersion: v1
                        kind: Node
                        metadata: {name: n1}
                        status:
                          allocatable: {cpu: "4", memory: 8Gi, pods: "110"}
                        ---
                        apiVersion: v1
                        kind: Pod
                        metadata: {name: held, finalizers: [example.com/hold]}
                        spec:
                          nodeName: n1
                          containers: [{name: main, resources: {requests: {cpu: "4"}}}]
                        ---
                        apiVersion: v1
                        kind: Pod
                        metadata: {name: urgent}
                        spec:
                          priority: 10
                          containers: [{name: main, resources: {requests: {cpu: "4"}}}]
                        """);
        assertThat(run("up", "-f", file.toString(), "--until-idle")).isZero();
        assertThat(out.toString())
                .contains(
                        "default/urgent is nominated to n1 and waits until default/held is"
                                + " deleted");
        run("up", "-f", file.toString(), "--until-idle", "-o", "json");
        assertThat(text("nominated"))
                .isEqualTo(
                        "[{\"pod\":\"default/urgent\",\"nominatedNodeName\":\"n1\",\"waitingFor\":[\"default/held\"]}]");
    }

    @Test
    void whatTheControlPlaneRefusesIsSaidWithItsFile() throws IOException {
        Path file =
                write(
                        "twice.yaml",
                        """
                        apiVersion: v1
                        kind: Node
                        metadata: {name: n1}
                        ---
                        apiVersion: v1
                        kind: Node
                        metadata: {name: n1, labels: {a: b}}
                        """);
        assertThat(run("up", "-f", file.toString(), "--until-idle")).isEqualTo(2);
        assertThat(err.toString()).contains("twice.yaml").contains("nodes \"n1\" already exists");
    }

    @Test
    void whatAnApiServerWouldRefuseIsSaidWithItsFile() throws IOException {
        Path file =
                write(
                        "policy.yaml",
                        """
                        apiVersion: v1
                        kind: Pod
                        metadata: {name: web}
                        spec:
                          preemptionPolicy: Sometimes
                          containers: [{name: main}]
                        """);
        assertThat(run("up", "-f", file.toString(), "--until-idle")).isEqualTo(2);
        assertThat(err.toString())
                .contains("policy.yaml", "spec.preemptionPolicy: Unsupported value: \"Sometimes\"");
    }

    @Test
    void withoutNodesAllPodsAreUnschedulable() {
        assertThat(run("up", "--nodes", "0", "--pods", "3", "--until-idle", "-o", "json")).isZero();
        assertThat(text("unschedulable")).isEqualTo("3");
        assertThat(text("errors")).isEqualTo("0");
        assertThat(text("failures", "0", "message"))
                .isEqualTo("\"no nodes available to schedule pods\"");
        run("up", "--nodes", "0", "--pods", "3", "--until-idle");
        assertThat(out.toString())
                .startsWith("0 nodes, 3 pods: 0 scheduled, 3 unschedulable")
                .doesNotContain("failed");
    }

    @Test
    void aMissingFileIsNamed() {
        assertThat(run("up", "-f", folder.resolve("none.yaml").toString(), "--until-idle"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("none.yaml").doesNotContain("Exception");
    }

    @Test
    void aNegativeNumberIsRefused() {
        assertThat(run("up", "--nodes", "-1", "--until-idle")).isEqualTo(2);
        assertThat(err.toString()).contains("--nodes must be between 0 and 1000000, was -1");
    }

    @Test
    void helpShowsExamples() {
        assertThat(run("up", "--help")).isZero();
        assertThat(out.toString())
                .contains("Examples:", "berth up --nodes 1000 --pods 10000 --until-idle");
    }

    @Test
    void aConfigurationDecidesWhichPodsAreScheduledAndHow() throws IOException {
        Path config =
                write(
                        "config.yaml",
                        """
                        apiVersion: kubescheduler.config.k8s.io/v1
                        kind: KubeSchedulerConfiguration
                        podInitialBackoffSeconds: 2
                        profiles:
                        - schedulerName: one
                        - schedulerName: two
                        """);
        Path pods =
                write(
                        "pods.yaml",
                        """
                        {apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {schedulerName: one, containers: [{name: c}]}}
                        ---
                        {apiVersion: v1, kind: Pod, metadata: {name: b}, spec: {schedulerName: two, containers: [{name: c}]}}
                        ---
                        {apiVersion: v1, kind: Pod, metadata: {name: c}, spec: {schedulerName: three, containers: [{name: c}]}}
                        """);

        assertThat(
                        run(
                                "up",
                                "--config",
                                config.toString(),
                                "--nodes",
                                "2",
                                "-f",
                                pods.toString(),
                                "--until-idle",
                                "-o",
                                "json"))
                .isZero();
        assertThat(text("scheduled")).isEqualTo("2");
    }

    @Test
    void aConfigurationThatCannotBeUsedStartsNothing() throws IOException {
        Path config =
                write(
                        "config.yaml",
                        """
                        apiVersion: kubescheduler.config.k8s.io/v1
                        kind: KubeSchedulerConfiguration
                        parallelism: 0
                        """);

        assertThat(run("up", "--config", config.toString(), "--until-idle")).isEqualTo(2);
        assertThat(err.toString()).contains("config.yaml:3:14: parallelism: Invalid value: 0");
        assertThat(run("up", "--until-idle", "--feature-gates", "PodLevelResources=false"))
                .isEqualTo(2);
        assertThat(run("up", "--config", "-", "-f", "-")).isEqualTo(2);
        assertThat(err.toString()).contains("cannot both read standard input");
    }

    @Test
    void aClaimWhoseVolumeIsGoneHasLostIt() throws IOException {
        Path file =
                write(
                        "lost.yaml",
                        """
                        apiVersion: v1
                        kind: PersistentVolumeClaim
                        metadata:
                          name: data
                          annotations: {pv.kubernetes.io/bind-completed: "yes"}
                        spec:
                          accessModes: [ReadWriteOnce]
                          volumeName: pv-b
                          resources: {requests: {storage: 1Gi}}
                        ---
                        apiVersion: v1
                        kind: PersistentVolumeClaim
                        metadata: {name: early}
                        spec:
                          accessModes: [ReadWriteOnce]
                          volumeName: pv-c
                          resources: {requests: {storage: 1Gi}}
                        """);
        assertThat(run("up", "-f", file.toString(), "--until-idle")).isZero();
        assertThat(out.toString())
                .contains(
                        "claim default/data has lost its volume pv-b",
                        "claim default/early waits for volume pv-c, which does not exist");
        assertThat(run("up", "-f", file.toString(), "--until-idle", "-o", "json")).isZero();
        assertThat(text("lostClaims")).isEqualTo("[\"default/data\"]");
        assertThat(text("virtualSeconds")).isEqualTo("null");
    }

    @Test
    void secondsThatCannotBeReadAreSaidWithTheirPlace() throws IOException {
        Path file =
                write(
                        "class.yaml",
                        """
                        apiVersion: storage.k8s.io/v1
                        kind: StorageClass
                        metadata: {name: slow}
                        provisioner: example.com/disk
                        parameters: {berth.dev/provision-seconds: soon}
                        """);
        assertThat(run("up", "-f", file.toString(), "--until-idle")).isZero();
        assertThat(err.toString())
                .contains(
                        file.toString(),
                        "berth.dev/provision-seconds: \"soon\" is not a time in seconds; using 1");
    }
}
