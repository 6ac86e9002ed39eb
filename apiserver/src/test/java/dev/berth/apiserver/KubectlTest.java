package dev.berth.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The commands of users, and their output.
class KubectlTest {
    @TempDir static Path folder;
    private static LiveCluster cluster;
    private static Kubectl kubectl;

    @BeforeAll
    static void start() throws Exception {
        cluster = new LiveCluster();
        kubectl = Kubectl.of(cluster.server(), folder);
        for (String name : List.of("n1", "n2")) {
            cluster.create(
                    """
                    {"apiVersion":"v1","kind":"Node","metadata":{"name":"%s","labels":{\
                    "kubernetes.io/hostname":"%s"}},"status":{"allocatable":{"cpu":"4",\
                    "memory":"8Gi","pods":"110"},"conditions":[{"type":"Ready","status":"True",\
                    "reason":"KubeletReady"}],"nodeInfo":{"kubeletVersion":"v1.37.1"}}}
                    """
                            .formatted(name, name));
        }
    }

    @AfterAll
    static void stop() {
        assertThat(cluster.problems()).noneMatch(line -> line.contains("A request failed"));
        cluster.close();
    }

    private static String pod(String name, String node) {
        return """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s, labels: {app: %s}}
        spec:
          nodeName: %s
          containers: [{name: c, image: i}]
        """
                .formatted(name, name, node);
    }

    @Test
    void applyCreatesThenChangesNothingThenConfigures() {
        String manifest =
                """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: applied}
                spec:
                  replicas: %d
                  selector: {matchLabels: {app: applied}}
                  template:
                    metadata: {labels: {app: applied}}
                    spec:
                      containers:
                      - {name: a, image: one}
                      - {name: b, image: %s}
                """;
        assertThat(kubectl.apply(manifest.formatted(2, "two")))
                .isEqualTo("deployment.apps/applied created\n");
        assertThat(kubectl.apply(manifest.formatted(2, "two")))
                .isEqualTo("deployment.apps/applied unchanged\n");
        assertThat(kubectl.apply(manifest.formatted(3, "three")))
                .isEqualTo("deployment.apps/applied configured\n");
        assertThat(
                        kubectl.ok(
                                "get",
                                "deploy",
                                "applied",
                                "-o",
                                "jsonpath={.spec.replicas}"
                                        + " {.spec.template.spec.containers[*].image}"))
                .isEqualTo("3 one three");
        assertThat(kubectl.ok("delete", "deploy", "applied"))
                .isEqualTo("deployment.apps \"applied\" deleted\n");
    }

    @Test
    void anUnknownFieldIsRejected() {
        Kubectl.Output output =
                kubectl.fed(
                        """
                        apiVersion: v1
                        kind: ConfigMap
                        metadata: {name: strict}
                        date: {a: b}
                        """,
                        "apply",
                        "-f",
                        "-");
        assertThat(output.exit()).isEqualTo(1);
        assertThat(output.text()).contains("unknown field \"date\"");
    }

    @Test
    void anUnknownKindIsNamed() {
        String manifest =
                """
                apiVersion: example.com/v1
                kind: Ship
                metadata: {name: argo}
                """;
        String list =
                """
                apiVersion: v1
                kind: List
                items: [{apiVersion: v1, kind: ConfigMap, metadata: {name: listed}}]
                """;
        for (String command : List.of("apply", "create")) {
            Kubectl.Output output = kubectl.fed(manifest, command, "-f", "-");
            assertThat(output.exit()).isEqualTo(1);
            assertThat(output.text())
                    .isEqualTo(
                            """
                            error: resource mapping not found for name: "argo" namespace: "" from\
                             "STDIN": no matches for kind "Ship" in version "example.com/v1"
                            ensure CRDs are installed first
                            """);
        }
        assertThat(kubectl.apply(list)).isEqualTo("configmap/listed created\n");
    }

    @Test
    void getPrintsTheColumnsOfKubernetes() {
        kubectl.apply(pod("columns", "n1"));
        kubectl.ok("wait", "--for=condition=Ready", "pod/columns", "--timeout=30s");
        assertThat(kubectl.ok("get", "pod", "columns").lines().toList())
                .satisfiesExactly(
                        head -> assertThat(head).matches("NAME +READY +STATUS +RESTARTS +AGE"),
                        row -> assertThat(row).matches("columns +1/1 +Running +0 +\\d+s"));
        assertThat(kubectl.ok("get", "pod", "columns", "-o", "wide"))
                .contains("NOMINATED NODE   READINESS GATES")
                .containsPattern("columns +1/1 .* n1 +<none> +<none>");
        assertThat(kubectl.ok("get", "nodes"))
                .containsPattern("n1 +Ready +<none> +[0-9ms]+ +v1.37.1");
        assertThat(kubectl.ok("get", "pod", "columns", "-o", "name")).isEqualTo("pod/columns\n");
        assertThat(kubectl.ok("get", "pod", "columns", "-o", "yaml"))
                .startsWith("apiVersion: v1\nkind: Pod\n");
        assertThat(kubectl.ok("get", "pod", "columns", "-o", "json")).contains("\"kind\": \"Pod\"");
        assertThat(
                        kubectl.ok(
                                "get",
                                "pods",
                                "-l",
                                "app=columns",
                                "-o",
                                "custom-columns=N:.metadata.name,P:.status.phase"))
                .matches("N +P\ncolumns +Running\n");
        assertThat(kubectl.ok("get", "pods", "--field-selector", "spec.nodeName=n1", "-o", "name"))
                .contains("pod/columns");
        assertThat(kubectl.ok("describe", "pod", "columns"))
                .containsPattern("Name: +columns")
                .containsPattern("Status: +Running")
                .containsPattern("Node: +n1/");
        assertThat(kubectl.ok("describe", "node", "n1")).contains("columns");
    }

    @Test
    void deletedPodsDisappearAndWaitReturns() {
        kubectl.apply(pod("goes", "n1"));
        kubectl.ok("wait", "--for=jsonpath={.status.phase}=Running", "pod/goes", "--timeout=30s");
        assertThat(kubectl.ok("delete", "pod", "goes", "--timeout=30s"))
                .isEqualTo("pod \"goes\" deleted\n");
        Kubectl.Output gone = kubectl.run("get", "pod", "goes");
        assertThat(gone.exit()).isEqualTo(1);
        assertThat(gone.text())
                .isEqualTo("Error from server (NotFound): pods \"goes\" not found\n");
    }

    @Test
    void deploymentsAreCreatedAndScaled() {
        assertThat(kubectl.ok("create", "deployment", "scaled", "--image=x", "--replicas=5"))
                .isEqualTo("deployment.apps/scaled created\n");
        assertThat(kubectl.ok("scale", "deploy", "scaled", "--replicas=3"))
                .isEqualTo("deployment.apps/scaled scaled\n");
        assertThat(kubectl.ok("get", "deploy", "scaled", "-o", "jsonpath={.spec.replicas}"))
                .isEqualTo("3");
        assertThat(
                        kubectl.ok(
                                "get",
                                "deploy",
                                "scaled",
                                "--subresource=scale",
                                "-o",
                                "jsonpath={.kind} {.spec.replicas}"))
                .isEqualTo("Scale 3");
        kubectl.ok("delete", "deploy", "scaled");
    }

    record PatchCase(String type, String patch) {}

    static final List<PatchCase> PATCHES =
            List.of(
                    new PatchCase(
                            "json",
                            """
                            [{"op":"replace","path":"/spec/replicas","value":7}]\
                            """),
                    new PatchCase(
                            "merge",
                            """
                            {"spec":{"replicas":7}}\
                            """),
                    new PatchCase(
                            "strategic",
                            """
                            {"spec":{"replicas":7,"template":{"spec":{"containers":[{"name":"c","image":"new"}]}}}}\
                            """));

    @ParameterizedTest
    @FieldSource("PATCHES")
    void patchesOfEveryType(PatchCase it) {
        String name = "patched-" + it.type();
        String spec =
                """
                  replicas: 1
                  selector: {matchLabels: {app: x}}
                  template:
                    metadata: {labels: {app: x}}
                    spec: {containers: [{name: c, image: i}, {name: d, image: j}]}
                """;
        for (String kind : List.of("Deployment", "ReplicaSet", "StatefulSet")) {
            kubectl.apply(
                    "apiVersion: apps/v1\nkind: %s\nmetadata: {name: %s}\nspec:\n%s%s"
                            .formatted(
                                    kind,
                                    name,
                                    kind.equals("StatefulSet") ? "  serviceName: x\n" : "",
                                    spec));
            kubectl.ok("patch", kind, name, "--type=" + it.type(), "-p", it.patch());
            assertThat(kubectl.ok("get", kind, name, "-o", "jsonpath={.spec.replicas}"))
                    .isEqualTo("7");
            if (it.type().equals("strategic")) {
                assertThat(
                                kubectl.ok(
                                        "get",
                                        kind,
                                        name,
                                        "-o",
                                        "jsonpath={.spec.template.spec.containers[*].image}"))
                        .isEqualTo("new j");
            }
            kubectl.ok("delete", kind, name);
        }
    }

    @Test
    void nodesAreLabeledAnnotatedTaintedCordonedAndDrained() {
        assertThat(kubectl.ok("label", "node", "n2", "zone=a")).isEqualTo("node/n2 labeled\n");
        assertThat(kubectl.run("label", "node", "n2", "zone=b").text())
                .contains("already has a value");
        kubectl.ok("label", "node", "n2", "zone=b", "--overwrite");
        assertThat(kubectl.ok("get", "nodes", "-L", "zone")).containsPattern("n2 .* b\n");
        assertThat(kubectl.ok("annotate", "node", "n2", "a=b")).isEqualTo("node/n2 annotated\n");
        assertThat(kubectl.ok("taint", "node", "n2", "k=v:NoSchedule"))
                .isEqualTo("node/n2 tainted\n");
        assertThat(kubectl.ok("taint", "node", "n2", "k-")).isEqualTo("node/n2 untainted\n");
        kubectl.apply(pod("drained", "n2"));
        kubectl.ok("wait", "--for=condition=Ready", "pod/drained", "--timeout=30s");
        assertThat(kubectl.ok("cordon", "n2")).isEqualTo("node/n2 cordoned\n");
        assertThat(kubectl.ok("get", "node", "n2")).contains("Ready,SchedulingDisabled");
        assertThat(kubectl.ok("drain", "n2", "--force", "--timeout=30s"))
                .contains("evicting pod default/drained\n")
                .contains("pod/drained evicted\n")
                .endsWith("node/n2 drained\n");
        assertThat(kubectl.ok("uncordon", "n2")).isEqualTo("node/n2 uncordoned\n");
        assertThat(kubectl.ok("get", "node", "n2", "-o", "jsonpath={.spec.unschedulable}"))
                .isEmpty();
    }

    @Test
    void aWatchPrintsEvents() {
        kubectl.ok("create", "configmap", "watched", "--from-literal=a=b");
        assertThat(
                        kubectl.ok(
                                "get",
                                "configmap",
                                "watched",
                                "-w",
                                "--request-timeout=2s",
                                "-o",
                                "name"))
                // On a busy machine, the timeout of kubectl passes before the server ends the
                // watch.
                .startsWith("configmap/watched\n");
        kubectl.ok("delete", "configmap", "watched");
    }

    @Test
    void everyCreateCommandWorksForSupportedKinds() {
        kubectl.ok("create", "namespace", "made");
        for (String command :
                List.of(
                        "create configmap m --from-literal=a=b",
                        "create secret generic m --from-literal=a=b",
                        "create serviceaccount m",
                        "create job m --image=x",
                        "create cronjob m --image=x --schedule=@hourly",
                        "create service clusterip m --tcp=80:8080",
                        "create poddisruptionbudget m --selector=app=x --min-available=1",
                        "create priorityclass m --value=10",
                        "run m --image=x")) {
            kubectl.ok(("-n made " + command).split(" "));
        }
        assertThat(kubectl.ok("-n", "made", "get", "secret", "m", "-o", "jsonpath={.data.a}"))
                .isEqualTo("Yg==");
        assertThat(kubectl.ok("-n", "made", "get", "all"))
                .contains("pod/m")
                .contains("service/m")
                .contains("job.batch/m")
                .contains("cronjob.batch/m");
    }

    @Test
    void aKindWithoutAControllerIsStoredWithAWarning() {
        assertThat(kubectl.ok("create", "cronjob", "kept", "--image=x", "--schedule=@hourly"))
                .isEqualTo(
                        """
                        Warning: the embedded cluster stores cronjobs but runs no controller for\
                         them
                        cronjob.batch/kept created
                        """);
        assertThat(kubectl.ok("delete", "cronjob", "kept")).doesNotContain("Warning");
    }

    @Test
    void discoveryVersionsAndPermissionsArePrinted() {
        assertThat(kubectl.ok("version")).contains("Server Version: v1.37.1+berth");
        assertThat(kubectl.ok("api-versions")).contains("apps/v1\n").contains("\nv1\n");
        assertThat(kubectl.ok("api-resources"))
                .containsPattern("pods +po +v1 +true +Pod")
                .containsPattern("deployments +deploy +apps/v1 +true +Deployment");
        assertThat(kubectl.ok("auth", "can-i", "create", "pods")).isEqualTo("yes\n");
        assertThat(kubectl.ok("auth", "whoami")).contains("kubernetes-admin");
        assertThat(kubectl.ok("--context=berth-certificate", "auth", "whoami"))
                .contains("system:masters");
        assertThat(kubectl.ok("explain", "pod.spec.containers"))
                .contains("FIELD: containers <[]Container>")
                .contains("image\t<string>");
        assertThat(kubectl.ok("cluster-info"))
                .contains("Kubernetes control plane")
                .contains(cluster.server().url());
    }

    record NotOffered(String command, String answer) {}

    static final List<NotOffered> NOT_OFFERED =
            List.of(
                    new NotOffered("logs lonely", "pods/log is not offered"),
                    new NotOffered("exec lonely -- ls", "pods/exec is not offered"),
                    new NotOffered("create token default", "serviceaccounts/token is not offered"),
                    new NotOffered(
                            "create role r --verb=get --resource=pods", "roles are not offered"),
                    new NotOffered(
                            "apply --server-side -f %s", "server-side apply is not offered"));

    @Test
    void unsupportedFeaturesAreReported() throws Exception {
        kubectl.apply(pod("lonely", "n1"));
        Path manifest = folder.resolve("lonely.yaml");
        Files.writeString(manifest, pod("lonely", "n1"));
        for (NotOffered it : NOT_OFFERED) {
            Kubectl.Output output = kubectl.run(it.command().formatted(manifest).split(" "));
            assertThat(output.exit()).as(it.command()).isNotZero();
            assertThat(output.text()).as(it.command()).contains(it.answer());
        }
    }
}
