package dev.berth.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.app.Main;
import dev.berth.app.cli.ExitCode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// Policies on the command line: the flags that take them, and `berth config migrate`.
class PolicyCommandTest {
    private static final String IMPOSSIBLE_LABELS =
            """
            predicates:
            - {name: A, argument: {labelsPresence: {labels: ["bad label!", fine], presence: true}}}
            priorities:
            - {name: B, weight: 1, argument: {labelPreference: {label: "-", presence: true}}}
            - {name: C, weight: 1, argument: {serviceAntiAffinity: {label: a/b/c}}}
            """;

    private static final String EVERYTHING =
            """
            predicates:
            - name: GeneralPredicates
            - name: MaxEBSVolumeCount
            - name: Zone
              argument: {serviceAffinity: {labels: [zone]}}
            - name: Rack
              argument: {labelsPresence: {labels: [rack], presence: true}}
            - name: Retiring
              argument: {labelsPresence: {labels: [retiring], presence: false}}
            - name: CheckVolumeBinding
            - name: EvenPodsSpread
            priorities:
            - {name: LeastRequestedPriority, weight: 2}
            - {name: MostRequestedPriority, weight: 1}
            - {name: BalancedResourceAllocation, weight: 3}
            - {name: SelectorSpreadPriority, weight: 4}
            - {name: EvenPodsSpreadPriority, weight: 5}
            - {name: NodePreferAvoidPodsPriority, weight: 10000}
            - {name: ResourceLimitsPriority, weight: 1}
            - {name: InterPodAffinityPriority, weight: 1}
            - {name: EqualPriority, weight: 1}
            - {name: Racks, weight: 6, argument: {serviceAntiAffinity: {label: rack}}}
            - {name: Fast, weight: 7, argument: {labelPreference: {label: ssd, presence: true}}}
            - {name: Old, weight: 7, argument: {labelPreference: {label: old, presence: false}}}
            extenders:
            - urlPrefix: http://127.0.0.1:9/
              filterVerb: filter
              httpTimeout: 2000000000
              managedResources: [{name: example.com/gpu, ignoredByScheduler: true}]
            hardPodAffinitySymmetricWeight: 10
            alwaysCheckAllPredicates: true
            """;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir private Path folder;

    private int run(String... args) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return new Main(new PrintWriter(out), new PrintWriter(err), Map.of(), false).run(args);
    }

    private String write(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content).toString();
    }

    private String policy(String yaml) throws IOException {
        return write("policy.yaml", "apiVersion: v1\nkind: Policy\n" + yaml);
    }

    private String config(String yaml) throws IOException {
        return write(
                "config.yaml",
                "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
                        + yaml);
    }

    @Test
    void aPolicyIsWhatIsInForce() throws IOException {
        assertThat(
                        run(
                                "config",
                                "show",
                                "--policy-config-file",
                                policy("predicates: [{name: HostName}]\npriorities: []")))
                .isZero();
        assertThat(out.toString())
                .contains("filter      NodeName                   filter\n")
                .doesNotContain("NodeResourcesFit");
    }

    @Test
    void aPriorityThatIsThereTwiceIsSaid() throws IOException {
        String file =
                policy(
                        """
                        priorities:
                        - {name: MostRequestedPriority, weight: 1}
                        - {name: MostRequestedPriority, weight: 5}
                        """);
        assertThat(run("config", "show", "--policy-config-file", file)).isZero();
        assertThat(err.toString())
                .endsWith(
                        ": priority MostRequestedPriority occurs twice; the last weight is used\n");
        assertThat(out.toString()).containsPattern("score +NodeResourcesFit +5");
    }

    @Test
    void aPolicyMayBeJson() throws IOException {
        String file =
                write(
                        "policy.json",
                        "{\"kind\":\"Policy\",\"apiVersion\":\"v1\",\"predicates\":[{\"name\":\"PodFitsPorts\"}]}");
        assertThat(run("config", "check", "--policy-config-file", file)).isZero();
    }

    @Test
    void allThatIsWrongWithAPolicyIsSaidWithItsPlace() throws IOException {
        String file =
                policy(
                        """
                        predicates: [{name: Nonsense}]
                        priorities:
                        - {name: LeastRequestedPriority, weight: 0}
                        """);
        assertThat(run("config", "check", "--policy-config-file", file)).isEqualTo(ExitCode.NO);
        assertThat(out.toString().replace(file, "policy.yaml"))
                .isEqualTo(
                        """
                        policy.yaml:3:21: predicates[0].name: Invalid value: "Nonsense": Invalid configuration: Predicate type not found for "Nonsense"; docs/operate/policy.md#names lists the supported names
                        policy.yaml:5:42: priorities[0].weight: Invalid value: 0: Priority LeastRequestedPriority should have a positive weight applied to it or it has overflown
                        """);
        assertThat(run("config", "show", "--policy-config-file", file)).isEqualTo(ExitCode.USAGE);
        assertThat(run("run", "--policy-config-file", file)).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void aPolicyThatIsNotThereIsNamed() {
        assertThat(run("config", "show", "--policy-config-file", "/nowhere/policy.yaml"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("/nowhere/policy.yaml");
    }

    @Test
    void aPolicyDecidesThePluginsOfProfilesThatHaveNone() throws IOException {
        String file = policy("predicates: []\npriorities: []");
        String plain = config("profiles: [{schedulerName: one}, {schedulerName: two}]");
        assertThat(run("config", "show", "--policy-config-file", file, "--config", plain)).isZero();
        assertThat(out.toString())
                .contains("profile one\n", "profile two\n")
                .doesNotContain("NodeName");

        String own = config("profiles: [{pluginConfig: [{name: InterPodAffinity}]}]");
        assertThat(run("config", "show", "--policy-config-file", file, "--config", own))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains(
                        "config.yaml:3:27: profiles[0].pluginConfig: using PluginConfig and Policy"
                                + " simultaneously is not supported; leave it out, or the Policy");
        assertThat(
                        run(
                                "config",
                                "show",
                                "--algorithm-provider",
                                "DefaultProvider",
                                "--config",
                                own))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("leave it out, or --algorithm-provider");
    }

    @Test
    void providersAreThePluginsOfOld() {
        assertThat(run("config", "show", "--algorithm-provider", "ClusterAutoscalerProvider"))
                .isZero();
        assertThat(out.toString()).contains("MostAllocated", "NodePreferAvoidPods");
        assertThat(run("config", "show", "--algorithm-provider", "Mine")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("algorithm provider \"Mine\" is not registered");
    }

    @Test
    void standardInputIsReadOnce() {
        assertThat(run("config", "show", "--config", "-", "--policy-config-file", "-"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains("--config and --policy-config-file cannot both read standard input");
        assertThat(run("decide", "-f", "-", "--policy-config-file", "-")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains("--policy-config-file and -f cannot both read standard input");
    }

    @Test
    void theFlagsOfOldNameTheProfileAndItsHardWeight() throws IOException {
        Path written = folder.resolve("written.yaml");
        assertThat(
                        run(
                                "run",
                                "--policy-config-file=" + policy(""),
                                "--scheduler-name=mine",
                                "--hard-pod-affinity-symmetric-weight=40",
                                "--write-config-to=" + written))
                .as(err.toString())
                .isZero();
        assertThat(Files.readString(written))
                .contains("schedulerName: mine", "hardPodAffinityWeight: 40", "EBSLimits");
    }

    @Test
    void flagsOfOldThatCannotBeAreRefused() {
        assertThat(run("run", "--hard-pod-affinity-symmetric-weight=101"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains(
                        "hardPodAffinitySymmetricWeight: Invalid value: 101: not in valid range"
                                + " [0-100]");
        assertThat(run("run", "--use-legacy-policy-config")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains(
                        "policyConfigFile: Required value: required when --use-legacy-policy-config"
                                + " is true");
    }

    @Test
    void aFilePrecedesAConfigMapWhenConfigured() throws IOException {
        Path written = folder.resolve("written.yaml");
        assertThat(
                        run(
                                "run",
                                "--policy-configmap=policy",
                                "--use-legacy-policy-config",
                                "--policy-config-file=" + policy("priorities: []"),
                                "--write-config-to=" + written))
                .as(err.toString())
                .isZero();
        assertThat(Files.readString(written)).contains("EBSLimits").doesNotContain("ImageLocality");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                EVERYTHING,
                "",
                "predicates: []\npriorities: []",
                "predicates: [{name: CheckNodeLabelPresence}, {name: CheckServiceAffinity}]",
                IMPOSSIBLE_LABELS,
            })
    void whatAPolicyIsMigratedToCanBeStartedWith(String yaml) throws IOException {
        assertThat(run("config", "migrate", policy(yaml))).isZero();
        String migrated = write("migrated.yaml", out.toString());
        assertThat(run("config", "check", migrated)).as(out.toString()).isZero();
        assertThat(run("config", "migrate", policy(yaml), "-o", "json")).isZero();
        String json = write("migrated.json", out.toString());
        assertThat(run("config", "check", json)).as(out.toString()).isZero();
    }

    @Test
    void everyDifferenceIsACommentAndCounted() throws IOException {
        assertThat(run("config", "migrate", policy(EVERYTHING))).isZero();
        String text = out.toString();
        assertThat(text)
                .startsWith(
                        "# A Policy as a configuration of kube-scheduler 1.37: 11 differences.\n")
                .contains(
                        "# - predicate Rack, Retiring: replaced by addedAffinity of NodeAffinity",
                        "# - predicate Zone: removed",
                        "# - predicate MaxEBSVolumeCount: replaced by NodeVolumeLimits",
                        "# - priority BalancedResourceAllocation: replaced by"
                                + " NodeResourcesBalancedAllocation",
                        "# - priority MostRequestedPriority: removed",
                        "# - priority Fast, Old: replaced by addedAffinity of NodeAffinity",
                        "# - priority NodePreferAvoidPodsPriority: removed",
                        "# - priority ResourceLimitsPriority: removed",
                        "# - priority SelectorSpreadPriority: replaced by the default"
                                + " constraints of PodTopologySpread",
                        "# - priority Racks: replaced by a default constraint of PodTopologySpread"
                                + " over rack",
                        "# - alwaysCheckAllPredicates: there is no equivalent")
                .contains("httpTimeout: 2s", "hardPodAffinityWeight: 10");
        assertThat(err.toString()).isEqualTo("11 differences from the Policy\n");
    }

    @Test
    void labelsThatNoNodeCanHaveAreLeftOutWithAWord() throws IOException {
        assertThat(run("config", "migrate", policy(IMPOSSIBLE_LABELS))).isZero();
        assertThat(out.toString())
                .contains(
                        "# - predicate A: \"bad label!\" is removed, because it is not a valid"
                                + " label.",
                        "# - priority B: \"-\" is removed, because it is not a valid label.",
                        "# - priority C: \"a/b/c\" is removed, because it is not a valid"
                                + " label.",
                        "key: fine");
    }

    @Test
    void aRatioIsMigratedWithAWord() throws IOException {
        assertThat(
                        run(
                                "config",
                                "migrate",
                                policy(
                                        "priorities: [{name: Packed, weight: 1, argument:"
                                                + " {requestedToCapacityRatioArguments: {shape:"
                                                + " [{utilization: 0, score: 0}]}}}]\n"
                                                + "predicates: []")))
                .isZero();
        assertThat(out.toString())
                .contains(
                        "# - priority Packed: replaced by scoringStrategy RequestedToCapacityRatio"
                                + " of NodeResourcesFit, which rounds utilization down");
        assertThat(err.toString()).isEqualTo("1 difference from the Policy\n");
    }

    @Test
    void whatAnAdviceNeedsIsALineToTakeTheMarkFrom() throws IOException {
        assertThat(run("config", "migrate", policy(EVERYTHING))).isZero();
        String text = out.toString();
        assertThat(text)
                .contains(
                        "with the topologyKey zone, and enable InterPodAffinity under multiPoint",
                        "PreferNoSchedule, and enable TaintToleration under multiPoint",
                        """
                              - name: DefaultBinder
                              # - {name: InterPodAffinity}
                              # - {name: TaintToleration, weight: 10000}
                        """);
        String taken = write("taken.yaml", text.replace("      # - {", "      - {"));
        assertThat(run("config", "show", "--config", taken)).as(err.toString()).isZero();
        assertThat(out.toString())
                .containsPattern("filter +InterPodAffinity")
                .containsPattern("score +TaintToleration +10000");

        assertThat(run("config", "migrate", policy(""))).isZero();
        assertThat(out.toString())
                .contains("which TaintToleration scores with its weight in this profile")
                .doesNotContain("      # - ");
    }

    @Test
    void aPolicyWithAnEquivalentIsMigratedWithoutAWord() throws IOException {
        assertThat(
                        run(
                                "config",
                                "migrate",
                                policy(
                                        """
                                        predicates: [{name: GeneralPredicates}]
                                        priorities: [{name: MostRequestedPriority, weight: 2}]
                                        """)))
                .isZero();
        assertThat(out.toString())
                .startsWith(
                        "# A Policy as a configuration of kube-scheduler 1.37: the decisions are"
                                + " the same.\n");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void onlyAPolicyIsMigrated() throws IOException {
        assertThat(run("config", "migrate", config(""))).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("is already a KubeSchedulerConfiguration");
        assertThat(run("config", "migrate", write("other.yaml", "kind: Pod\napiVersion: v1")))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("it must be Policy of v1");
        assertThat(run("config", "migrate", "--policy-config-file", "policy.yaml"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains(
                        "the Policy is an argument without an option: berth config migrate"
                                + " policy.yaml");
        assertThat(run("config", "migrate", "/nowhere")).isEqualTo(ExitCode.USAGE);
        assertThat(run("config", "migrate")).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void aPolicyIsNoConfigurationAndTheMessageSaysWhereItGoes() throws IOException {
        assertThat(run("config", "check", policy(""))).isEqualTo(ExitCode.NO);
        assertThat(out.toString()).contains("--policy-config-file", "berth config migrate");
    }
}
