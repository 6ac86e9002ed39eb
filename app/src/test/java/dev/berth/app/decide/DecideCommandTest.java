package dev.berth.app.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.app.Main;
import dev.berth.app.cli.ExitCode;
import dev.berth.model.json.Json;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// `berth decide`, from the command line to what it prints and how it ends.
class DecideCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir private Path folder;
    private String cluster = "";

    private int run(String... args) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return new Main(new PrintWriter(out), new PrintWriter(err), Map.of(), false).run(args);
    }

    private String write(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content).toString();
    }

    private static String node(String name, String cpu) {
        return """
        apiVersion: v1
        kind: Node
        metadata: {name: %s}
        status: {capacity: {cpu: "%s", memory: 8Gi, pods: "10"}}
        ---
        """
                .formatted(name, cpu);
    }

    private static String pod(String name, String cpu, String spec) {
        return """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s}
        spec:
          %s
          containers: [{name: c, resources: {requests: {cpu: "%s"}}}]
        ---
        """
                .formatted(name, spec, cpu);
    }

    @BeforeEach
    void twoNodes() throws IOException {
        cluster = write("cluster.yaml", node("large", "8") + node("small", "2"));
    }

    @Test
    void aPodThatFitsEndsInZeroAndOneLineNamesTheNode() throws IOException {
        String web = write("web.yaml", pod("web", "1", ""));

        assertThat(run("decide", "-f", cluster, "-f", web)).isZero();
        assertThat(out.toString())
                .startsWith("default/web would be scheduled to large: 2 of 2 nodes fit.\n")
                .contains("NodeResourcesFit")
                .contains("Total");
        assertThat(err.toString()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"table", "wide", "json", "yaml"})
    void escapeSequencesOfNamesAndReasonsAreNotPrinted(String format) throws IOException {
        String hostile =
                write(
                        "hostile.yaml",
                        """
                        apiVersion: v1
                        kind: Pod
                        metadata: {name: "web\\e[31m\\u202e"}
                        spec:
                          schedulingGates: [{name: "g\\e]0;title\\a"}]
                          containers: [{name: c}]
                        ---
                        """
                                + pod("\"other\\e[2J\"", "100", ""));

        run("decide", "-f", cluster, "-f", hostile, "-o", format);

        assertThat(out + err.toString()).isNotBlank().doesNotContain("\u001b", "\u202e", "\u0007");
    }

    @Test
    void aPodThatFitsNowhereEndsInOneAndReasonsAreCounted() throws IOException {
        String big = write("big.yaml", pod("big", "16", ""));

        assertThat(run("decide", "-f", cluster, "-f", big)).isEqualTo(ExitCode.NO);
        assertThat(out.toString())
                .startsWith("default/big is unschedulable: none of 2 nodes fits.\n")
                .contains("2      NodeResourcesFit  Insufficient cpu")
                .contains("0/2 nodes are available: 2 Insufficient cpu.");
    }

    @Test
    void wideShowsEveryNode() throws IOException {
        String web = write("web.yaml", pod("web", "4", ""));

        assertThat(run("decide", "-f", cluster, "-f", web, "-o", "wide")).isZero();
        assertThat(out.toString().lines()).hasSize(3);
        assertThat(out.toString())
                .contains("default/web  large (chosen)")
                .contains("default/web  small           -      NodeResourcesFit: Insufficient cpu");
    }

    @Test
    void tableAndWideShowTheVictims() throws IOException {
        String pods =
                write(
                        "pods.yaml",
                        pod("low", "8", "nodeName: large") + pod("high", "8", "priority: 10"));
        String preemption =
                "default/high preempts 1 pod on large, the only candidate among 1 examined node.";

        run("decide", "-f", cluster, "-f", pods);
        assertThat(out.toString()).contains(preemption, "evicts default/low, priority 0");
        assertThat(run("decide", "-f", cluster, "-f", pods, "-o", "wide")).isEqualTo(1);
        assertThat(out.toString())
                .contains("\n\n" + preemption, "\n  evicts default/low, priority 0");
    }

    @Test
    void aNominatedNodeIsChosenRegardlessOfScores() throws IOException {
        String web =
                write(
                        "web.yaml",
                        """
                        apiVersion: v1
                        kind: Pod
                        metadata: {name: web}
                        spec:
                          containers: [{name: c, resources: {requests: {cpu: "1"}}}]
                        status: {nominatedNodeName: small}
                        """);

        run("decide", "-f", cluster, "-f", web);
        assertThat(out.toString())
                .startsWith(
                        "default/web would be scheduled to small, its nominated node: 2 of 2 nodes"
                                + " fit.\n");
        run("decide", "-f", cluster, "-f", web, "-o", "wide");
        assertThat(out.toString()).contains("small (chosen, nominated)");
    }

    @Test
    void aPodRejectedAsAWholeIsNotCountedByNode() throws IOException {
        String data =
                write(
                        "data.yaml",
                        """
                        apiVersion: v1
                        kind: Pod
                        metadata: {name: data}
                        spec:
                          containers: [{name: main, image: app}]
                          volumes:
                          - name: disk
                            persistentVolumeClaim: {claimName: disk}
                        """);

        assertThat(run("decide", "-f", cluster, "-f", data)).isEqualTo(ExitCode.NO);
        assertThat(out.toString())
                .startsWith(
                        "default/data is unschedulable: persistentvolumeclaim \"disk\" not found"
                                + " (VolumeRestrictions).\n")
                .contains("all    VolumeRestrictions  persistentvolumeclaim \"disk\" not found")
                .contains("0/2 nodes are available: persistentvolumeclaim \"disk\" not found.");
    }

    @Test
    void jsonIsAnArrayOfRecordsAndYamlADocumentEach() throws IOException {
        String pods = write("pods.yaml", pod("a", "1", "") + pod("b", "1", ""));

        assertThat(run("decide", "-f", cluster, "-f", pods, "-o", "json")).isZero();
        Json records = Json.parse(out.toString());
        assertThat(records.textAt("0", "pod")).contains("default/a");
        assertThat(records.textAt("1", "outcome")).contains("scheduled");
        assertThat(records.textAt("1", "node")).contains("large");

        assertThat(run("decide", "-f", cluster, "-f", pods, "-o", "yaml")).isZero();
        assertThat(out.toString())
                .startsWith("---\npod: default/a\n")
                .contains("---\npod: default/b");
    }

    @Test
    void inASequencePodsUseCapacityOfEachOther() throws IOException {
        String pods = write("pods.yaml", pod("a", "7", "") + pod("b", "7", ""));

        assertThat(run("decide", "-f", cluster, "-f", pods)).isZero();
        assertThat(run("decide", "-f", cluster, "-f", pods, "--sequence")).isEqualTo(ExitCode.NO);
        assertThat(out.toString())
                .contains("default/a would be scheduled to large")
                .contains("default/b is unschedulable: none of 2 nodes fits.");
    }

    @Test
    void onePodCanBePicked() throws IOException {
        String pods =
                write(
                        "pods.yaml",
                        pod("a", "1", "") + pod("b", "1", "") + pod("c", "1", "nodeName: small"));

        assertThat(run("decide", "-f", cluster, "-f", pods, "--pod", "default/b")).isZero();
        assertThat(out.toString()).startsWith("default/b would ").doesNotContain("default/a");
        assertThat(run("decide", "-f", cluster, "-f", pods, "--pod", "x"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).isEqualTo("berth: --pod x: there is no pod default/x\n");
        String others = write("others.yaml", pod("web-2, namespace: shop", "1", ""));
        assertThat(run("decide", "-f", cluster, "-f", pods, "-f", others, "--pod", "web"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .isEqualTo(
                        "berth: --pod web: there is no pod default/web; did you mean"
                                + " shop/web-2?\n");
        assertThat(run("decide", "-f", cluster, "-f", pods, "--pod", "c"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("--pod c: it is on node small already");
    }

    @Test
    void whatTheApiServerWouldHaveAddedIsAdded() throws IOException {
        String scene =
                write(
                        "scene.yaml",
                        """
                        apiVersion: scheduling.k8s.io/v1
                        kind: PriorityClass
                        metadata: {name: high}
                        value: 1000
                        ---
                        apiVersion: v1
                        kind: Pod
                        metadata: {name: limited}
                        spec:
                          priorityClassName: high
                          containers: [{name: c, resources: {limits: {cpu: "16"}}}]
                        ---
                        apiVersion: v1
                        kind: Pod
                        metadata: {name: critical}
                        spec:
                          priorityClassName: system-node-critical
                          containers: [{name: c}]
                        """);

        assertThat(run("decide", "-f", cluster, "-f", scene)).isEqualTo(ExitCode.NO);
        assertThat(out.toString())
                .contains("default/limited is unschedulable: none of 2 nodes fits.")
                .contains("default/critical would be scheduled to large");
    }

    @Test
    void anUnknownClassIsRejectedWithItsPosition() throws IOException {
        String web = write("web.yaml", pod("web", "1", "priorityClassName: high"));

        assertThat(run("decide", "-f", cluster, "-f", web)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains("web.yaml:1:1: ")
                .contains("no PriorityClass with name high was found");
    }

    @Test
    void whatCannotBeReadEndsInTwoWithFileLineAndPath() throws IOException {
        String wrong = write("wrong.yaml", pod("web", "one", ""));

        assertThat(run("decide", "-f", cluster, "-f", wrong)).isEqualTo(ExitCode.USAGE);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString().lines()).hasSize(1);
        assertThat(err.toString())
                .contains("wrong.yaml:6:")
                .contains("spec.containers[0].resources.requests.cpu: \"one\" is not a quantity");
    }

    @Test
    void oneNameTwiceIsRefused() throws IOException {
        String again = write("again.yaml", node("large", "4"));

        assertThat(run("decide", "-f", cluster, "-f", again)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains("again.yaml:3:")
                .contains("Node large is also defined in")
                .contains("cluster.yaml:1:1");
    }

    @Test
    void withoutPodsThereIsNothingToDecide() {
        assertThat(run("decide", "-f", cluster)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).startsWith("berth: no pod to schedule");
        assertThat(run("decide")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("specify manifests with -f");
    }

    @Test
    void aConfigurationIsHeeded() throws IOException {
        String web = write("web.yaml", pod("web", "1", "schedulerName: packer"));
        String config =
                write(
                        "config.yaml",
                        """
                        apiVersion: kubescheduler.config.k8s.io/v1
                        kind: KubeSchedulerConfiguration
                        profiles:
                        - schedulerName: packer
                          plugins:
                            score:
                              disabled: [{name: '*'}]
                              enabled: [{name: NodeResourcesFit, weight: 2}]
                          pluginConfig:
                          - name: NodeResourcesFit
                            args: {scoringStrategy: {type: MostAllocated}}
                        """);

        assertThat(run("decide", "-f", cluster, "-f", web)).isZero();
        assertThat(out.toString())
                .contains("default/web is not scheduled: no profile is named \"packer\".");
        assertThat(run("decide", "-f", cluster, "-f", web, "--config", config)).isZero();
        assertThat(out.toString()).startsWith("default/web would be scheduled to small:");
    }

    @Test
    void everythingWrongWithAConfigurationIsSaidWithItsLine() throws IOException {
        String web = write("web.yaml", pod("web", "1", ""));
        String config =
                write(
                        "config.yaml",
                        """
                        apiVersion: kubescheduler.config.k8s.io/v1
                        kind: KubeSchedulerConfiguration
                        parallelism: 0
                        percentageOfNodesToScore: 101
                        """);

        assertThat(run("decide", "-f", cluster, "-f", web, "--config", config))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString().lines()).hasSize(2);
        assertThat(err.toString())
                .contains("config.yaml:3:14: parallelism: Invalid value: 0")
                .contains("config.yaml:4:27: percentageOfNodesToScore: Invalid value: 101");
    }

    @Test
    void aProfileThatCannotBeMadeIsRefused() throws IOException {
        String web = write("web.yaml", pod("web", "1", ""));
        String config =
                write(
                        "config.yaml",
                        """
                        apiVersion: kubescheduler.config.k8s.io/v1
                        kind: KubeSchedulerConfiguration
                        profiles: [{plugins: {multiPoint: {disabled: [{name: DefaultBinder}]}}}]
                        """);

        assertThat(run("decide", "-f", cluster, "-f", web, "--config", config))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains(
                        "config.yaml:3:12: profiles[0]: initializing profiles: creating profile for"
                                + " scheduler name default-scheduler: at least one bind plugin is"
                                + " needed for profile with scheduler name \"default-scheduler\"");
    }

    @Test
    void argumentsOfTheFitPluginAreCheckedEvenIfItIsOff() throws IOException {
        String web = write("web.yaml", pod("web", "1", ""));
        String config =
                """
                apiVersion: kubescheduler.config.k8s.io/v1
                kind: KubeSchedulerConfiguration
                profiles:
                - pluginConfig:
                  - name: NodeResourcesFit
                    args: {scoringStrategy: {resources: [{name: cpu, weight: 101}]}}
                """;
        String off = "  plugins: {multiPoint: {disabled: [{name: NodeResourcesFit}]}}\n";

        for (String text : List.of(config, config + off)) {
            assertThat(run("decide", "-f", cluster, "-f", web, "--config", write("c.yaml", text)))
                    .isEqualTo(ExitCode.USAGE);
            assertThat(err.toString())
                    .contains(
                            "c.yaml:6:29: profiles[0].pluginConfig[0].args.scoringStrategy.type:"
                                    + " Unsupported value: \"\": supported values:"
                                    + " \"LeastAllocated\",")
                    .contains("c.yaml:6:62: ")
                    .contains("resources[0].weight: Invalid value: 101");
        }
    }

    @Test
    void aGatedPodNamesItsGates() throws IOException {
        String web = write("web.yaml", pod("web", "1", "schedulingGates: [{name: g}]"));

        assertThat(run("decide", "-f", cluster, "-f", web)).isZero();
        assertThat(out.toString())
                .isEqualTo(
                        """
                        default/web is gated by SchedulingGates: waiting for scheduling gates: [g].

                          Facts:
                            SchedulingGates: scheduling gate g

                          What you can do:
                            SchedulingGates: remove the pod's scheduling gates; usually, the controller that set a gate removes it
                        """);
    }

    @Test
    void casesThatCannotBeReadEndInOneAndTheOthersAreAnswered() throws IOException {
        String cases =
                write(
                        "cases.jsonl",
                        """
                        {"id":"1","pods":[{"metadata":{"name":"p","namespace":"d"},"spec":{"schedulerName":"default-scheduler"}}]}

                        nonsense
                        {"id":"4","objects":[{"apiVersion":"v1","kind":"ConfigMap"}]}
                        {"id":"5","config":{"apiVersion":"kubescheduler.config.k8s.io/v1","kind":"KubeSchedulerConfiguration","parallelism":0}}
                        """);

        assertThat(run("decide", "--cases", cases)).isEqualTo(ExitCode.NO);
        assertThat(out.toString().lines())
                .containsExactly(
                        """
                        {"case":"1","pod":"d/p","profile":"default-scheduler","outcome":"unschedulable","best":[],"nodes":{},"preFilter":null,"unschedulablePlugins":[],"pendingPlugins":[],"message":"no nodes available to schedule pods","preemption":null}\
                        """,
                        """
                        {"case":"3","outcome":"error","message":"reading case: column 1: unrecognized token 'nonsense'"}\
                        """,
                        """
                        {"case":"4","outcome":"error","message":"objects[0]: the scheduler does not read /v1, Kind=ConfigMap"}\
                        """,
                        """
                        {"case":"5","outcome":"error","message":"config: parallelism: Invalid value: 0: should be an integer value greater than zero"}\
                        """);
    }

    @Test
    void casesGoWithNothingElse() {
        assertThat(run("decide", "--cases", "x", "-f", cluster)).isEqualTo(ExitCode.USAGE);
        assertThat(run("decide", "--cases", "x", "--threads", "0")).isEqualTo(ExitCode.USAGE);
        assertThat(run("decide", "-f", cluster, "--threads", "2")).isEqualTo(ExitCode.USAGE);
        assertThat(run("decide", "--cases", folder.resolve("none").toString()))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("none: no such file or directory");
    }

    @Test
    void aClassWithoutModeAndAClaimWithoutClassAreAsAServerStoresThem() throws IOException {
        String file =
                write(
                        "volumes.yaml",
                        """
                        apiVersion: storage.k8s.io/v1
                        kind: StorageClass
                        metadata:
                          name: disks
                          annotations: {storageclass.kubernetes.io/is-default-class: "true"}
                        provisioner: example.com/disk
                        ---
                        apiVersion: v1
                        kind: PersistentVolumeClaim
                        metadata: {name: data}
                        spec:
                          accessModes: [ReadWriteOnce]
                          resources: {requests: {storage: 1Gi}}
                        ---
                        apiVersion: v1
                        kind: Node
                        metadata: {name: n1}
                        status: {allocatable: {cpu: "4", memory: 8Gi, pods: "110"}}
                        ---
                        apiVersion: v1
                        kind: Pod
                        metadata: {name: p}
                        spec:
                          containers: [{name: main, image: x}]
                          volumes: [{name: v, persistentVolumeClaim: {claimName: data}}]
                        """);
        assertThat(run("decide", "-f", file)).isEqualTo(1);
        assertThat(out.toString()).contains("pod has unbound immediate PersistentVolumeClaims");
    }
}
