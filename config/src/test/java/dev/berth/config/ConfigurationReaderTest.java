package dev.berth.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.port.ProfileSpec;
import dev.berth.engine.port.ProfileSpec.Use;
import dev.berth.model.json.Json;
import dev.berth.spi.ExtensionPoint;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

class ConfigurationReaderTest {
    private static ProfileSpec profile(String yaml) {
        return Yaml.read(yaml).profiles().getFirst();
    }

    private static List<String> names(List<Use> uses) {
        return uses.stream().map(Use::name).toList();
    }

    @Test
    void theDefaultIsOneProfileWithTheDefaultPlugins() {
        ProfileSpec profile = profile("");

        assertThat(profile.schedulerName()).isEqualTo("default-scheduler");
        assertThat(profile.percentageOfNodesToScore()).isZero();
        assertThat(profile.multiPoint()).isEqualTo(DefaultProfile.spec().multiPoint());
        assertThat(profile.points().values())
                .containsOnly(new ProfileSpec.PluginSet(List.of(), Set.of()));
        assertThat(
                        new ConfigurationReader(PluginRegistry.inTree(), FeatureGates.DEFAULT)
                                .defaults()
                                .profiles())
                .extracting(ProfileSpec::multiPoint)
                .containsExactly(profile.multiPoint());
    }

    @Test
    void settingsHaveDefaults() {
        assertThat(Yaml.read("enableProfiling: false").settings())
                .isEqualTo(
                        new Settings(
                                16,
                                new Settings.LeaderElection(
                                        true,
                                        Duration.ofSeconds(15),
                                        Duration.ofSeconds(10),
                                        Duration.ofSeconds(2),
                                        "leases",
                                        "kube-scheduler",
                                        "kube-system"),
                                new Settings.ClientConnection(
                                        "", "", "application/vnd.kubernetes.protobuf", 50, 100),
                                false,
                                false,
                                0,
                                1,
                                10,
                                false));
    }

    @Test
    void everyFieldCanBeSet() {
        Configuration read =
                Yaml.read(
                        """
                        parallelism: 4
                        leaderElection: {leaderElect: true, leaseDuration: 15s, renewDeadline: 10s, retryPeriod: 2s,
                          resourceLock: leases, resourceName: a, resourceNamespace: b}
                        clientConnection: {kubeconfig: a, acceptContentTypes: b, contentType: c, qps: 1.5, burst: 3}
                        enableProfiling: false
                        enableContentionProfiling: false
                        percentageOfNodesToScore: 30
                        podInitialBackoffSeconds: 2
                        podMaxBackoffSeconds: 20
                        delayCacheUntilActive: true
                        extenders: [{urlPrefix: 'http://x'}]
                        profiles:
                        - schedulerName: one
                          percentageOfNodesToScore: 50
                          plugins:
                            score: {enabled: [{name: NodeResourcesFit, weight: 7}], disabled: [{name: '*'}]}
                            placementScore: {disabled: [{name: '*'}]}
                          pluginConfig:
                          - {name: NodeResourcesFit, args: {ignoredResources: [example.com/gpu]}}
                        - schedulerName: two
                        """);

        assertThat(read.settings())
                .isEqualTo(
                        new Settings(
                                4,
                                new Settings.LeaderElection(
                                        true,
                                        Duration.ofSeconds(15),
                                        Duration.ofSeconds(10),
                                        Duration.ofSeconds(2),
                                        "leases",
                                        "a",
                                        "b"),
                                new Settings.ClientConnection("a", "b", "c", 1.5f, 3),
                                false,
                                false,
                                30,
                                2,
                                20,
                                true));
        assertThat(read.extenders()).hasSize(1);
        assertThat(read.profiles())
                .extracting(ProfileSpec::schedulerName)
                .containsExactly("one", "two");
        assertThat(read.profiles())
                .extracting(ProfileSpec::percentageOfNodesToScore)
                .containsExactly(50, 30);
        assertThat(read.profiles().getFirst().at(ExtensionPoint.SCORE))
                .isEqualTo(
                        new ProfileSpec.PluginSet(
                                List.of(new Use("NodeResourcesFit", 7)), Set.of("*")));
    }

    private static final List<Use> DEFAULTS =
            List.of(new Use("A", 1), new Use("B", 2), new Use("C", 3));

    record Merge(String name, Map<String, Integer> enabled, List<String> disabled, String merged) {
        @Override
        public String toString() {
            return name;
        }
    }

    static final List<Merge> MERGES =
            List.of(
                    new Merge("nothing configured", Map.of(), List.of(), "A1 B2 C3"),
                    new Merge("one disabled", Map.of(), List.of("B"), "A1 C3"),
                    new Merge("a new one comes last", Map.of("D", 4), List.of(), "A1 B2 C3 D4"),
                    new Merge("another weight", Map.of("B", 9), List.of(), "A1 B9 C3"),
                    new Merge("disabled and enabled", Map.of("A", 9), List.of("A"), "B2 C3 A9"),
                    new Merge("all disabled but one", Map.of("B", 9), List.of("*"), "B9"),
                    new Merge("an unknown name", Map.of(), List.of("Z"), "A1 B2 C3"));

    @ParameterizedTest
    @FieldSource("MERGES")
    void configuredPluginsAreMergedWithTheDefaults(Merge each) {
        var custom =
                new Document.Plugins(
                        each.enabled().entrySet().stream()
                                .map(entry -> new Document.Named(entry.getKey(), entry.getValue()))
                                .toList(),
                        each.disabled().stream().map(name -> new Document.Named(name, 0)).toList());

        assertThat(MergedPlugins.merged(DEFAULTS, custom))
                .extracting(use -> use.name() + use.weight())
                .containsExactly(each.merged().split(" "));
    }

    @Test
    void aNameEnabledTwiceStaysTwice() {
        var twice =
                new Document.Plugins(
                        List.of(new Document.Named("B", 7), new Document.Named("B", 8)), List.of());

        assertThat(MergedPlugins.merged(DEFAULTS, twice))
                .extracting(use -> use.name() + use.weight())
                .containsExactly("A1", "B8", "C3", "B7");
    }

    @Test
    void theOrderOfTheDefaultPluginsIsKubeSchedulers() {
        assertThat(names(DefaultPlugins.multiPoint(FeatureGates.DEFAULT)))
                .containsExactly(
                        "SchedulingGates",
                        "PrioritySort",
                        "NodeName",
                        "NodeUnschedulable",
                        "TaintToleration",
                        "NodeAffinity",
                        "NodePorts",
                        "NodeResourcesFit",
                        "VolumeRestrictions",
                        "NodeVolumeLimits",
                        "VolumeBinding",
                        "VolumeZone",
                        "PodTopologySpread",
                        "InterPodAffinity",
                        "DynamicResources",
                        "DefaultPreemption",
                        "NodeResourcesBalancedAllocation",
                        "ImageLocality",
                        "DefaultBinder",
                        "NodeDeclaredFeatures");
        assertThat(
                        names(
                                DefaultPlugins.multiPoint(
                                        FeatureGates.DEFAULT.with("NodeDeclaredFeatures", false))))
                .doesNotContain("NodeDeclaredFeatures");
    }

    @Test
    void preemptionMayBeEnabledAtItsOnePointAlone() {
        ProfileSpec profile =
                profile(
                        """
                        profiles:
                        - plugins:
                            multiPoint: {disabled: [{name: DefaultPreemption}]}
                            postFilter: {enabled: [{name: DefaultPreemption}]}
                          pluginConfig:
                          - {name: DefaultPreemption, args: {minCandidateNodesAbsolute: 5}}
                        """);

        assertThat(names(profile.multiPoint())).doesNotContain("DefaultPreemption");
        assertThat(names(profile.at(ExtensionPoint.POST_FILTER).enabled()))
                .containsExactly("DefaultPreemption");
    }

    @Test
    void argumentsOfPreemptionMustLeaveItSomethingToDo() {
        assertThatThrownBy(() ->
                        profile(
                                """
                                profiles:
                                - pluginConfig:
                                  - name: DefaultPreemption
                                    args:
                                      minCandidateNodesPercentage: 101
                                      minCandidateNodesAbsolute: -1
                                """))
                .hasMessageContaining("not in valid range [0, 100]")
                .hasMessageContaining("not in valid range [0, inf)");
        assertThatThrownBy(() ->
                        profile(
                                """
                                profiles:
                                - pluginConfig:
                                  - name: DefaultPreemption
                                    args:
                                      minCandidateNodesPercentage: 0
                                      minCandidateNodesAbsolute: 0
                                """))
                .hasMessageContaining(
                        "cannot be zero at the same time as minCandidateNodesAbsolute")
                .hasMessageContaining(
                        "cannot be zero at the same time as minCandidateNodesPercentage");
    }

    @Test
    void anUnknownPluginIsLeftForTheProfileToReject() {
        ProfileSpec profile =
                profile(
                        """
                        profiles:
                        - plugins: {filter: {enabled: [{name: Nonsense}]}}
                          pluginConfig: [{name: Nonsense, args: {a: 1}}]
                        """);

        assertThat(names(profile.at(ExtensionPoint.FILTER).enabled())).containsExactly("Nonsense");
    }

    record Wrong(String yaml, List<String> problems) {
        Wrong(String yaml, String... problems) {
            this(yaml, List.of(problems));
        }

        @Override
        public String toString() {
            return yaml.strip();
        }
    }

    static final List<Wrong> WRONGS =
            List.of(
                    new Wrong("foo: 1", "strict decoding error: unknown field \"foo\""),
                    new Wrong(
                            "profiles: [{foo: 1, plugins: {bar: {}}}]",
                            "strict decoding error: unknown field \"profiles[0].foo\"",
                            "strict decoding error: unknown field \"profiles[0].plugins.bar\""),
                    new Wrong(
                            "parallelism: 0",
                            "parallelism: Invalid value: 0: should be an integer value greater"
                                    + " than zero"),
                    new Wrong("parallelism: x", "parallelism: \"x\" is not an integer"),
                    new Wrong("profiles: x", "profiles: \"x\" is not a list"),
                    new Wrong("profiles: [x]", "profiles[0]: \"x\" is not an object"),
                    new Wrong(
                            "percentageOfNodesToScore: 101\npodInitialBackoffSeconds: 0",
                            "percentageOfNodesToScore: Invalid value: 101: not in valid range"
                                    + " [0-100]",
                            "podInitialBackoffSeconds: Invalid value: 0: must be greater than 0"),
                    new Wrong(
                            "podMaxBackoffSeconds: 0",
                            "podMaxBackoffSeconds: Invalid value: 0: must be greater than or equal"
                                    + " to PodInitialBackoffSeconds"),
                    new Wrong(
                            "profiles: [{percentageOfNodesToScore: -1}]",
                            "profiles[0].percentageOfNodesToScore: Invalid value: -1: not in valid"
                                    + " range [0-100]"),
                    new Wrong(
                            "profiles: [{schedulerName: a}, {schedulerName: a}]",
                            "profiles[1].schedulerName: Duplicate value: \"a\""),
                    new Wrong(
                            "profiles: [{}, {schedulerName: a}]",
                            "profiles[0].schedulerName: Required value"),
                    new Wrong(
                            "profiles: [{plugins: {filter: {enabled: [{name: EBSLimits}]}}}]",
                            "profiles[0].plugins.filter.enabled[0]: Invalid value: \"EBSLimits\":"
                                    + " was invalid in version \"v1\" (KubeSchedulerConfiguration"
                                    + " is version \"kubescheduler.config.k8s.io/v1\")"),
                    new Wrong(
                            "profiles: [{plugins: {multiPoint: {enabled: [{name: EBSLimits}]}}}]",
                            "initializing profiles: creating profile for scheduler name"
                                    + " default-scheduler: PreFilterPlugin \"EBSLimits\" does not"
                                    + " exist"),
                    new Wrong(
                            "profiles: [{pluginConfig: [{name: X, args: {}}, {name: X, args:"
                                    + " {}}]}]",
                            "profiles[0].pluginConfig[1]: Duplicate value: \"X\""),
                    new Wrong(
                            "profiles: [{plugins: {queueSort: {enabled: [{name: A}, {name: B}]}}}]",
                            "profiles[0].plugins.queueSort.Enabled: Invalid value: 2: only one"
                                    + " queue sort plugin can be enabled"),
                    new Wrong(
                            "profiles: [{schedulerName: a, plugins: {queueSort: {enabled: [{name:"
                                    + " A}]}}}, {schedulerName: b}]",
                            "profiles[1].plugins.queueSort: Invalid value:"
                                    + " {\"Enabled\":null,\"Disabled\":null}: must be the same for"
                                    + " all profiles"),
                    new Wrong(
                            "leaderElection: {leaseDuration: 5s, retryPeriod: -1s, resourceLock:"
                                    + " endpoints}",
                            "leaderElection.retryPeriod: Invalid value: \"-1s\": must be greater"
                                    + " than zero",
                            "leaderElection.leaseDuration: Invalid value: \"10s\": must be greater"
                                    + " than `RenewDeadline`",
                            "leaderElection.resourceLock: Invalid value: \"endpoints\":"
                                    + " resourceLock value must be \"leases\""),
                    new Wrong(
                            "clientConnection: {qps: 1e40}",
                            "clientConnection.qps: 1e+40 does not fit in 32 bits"),
                    new Wrong(
                            "profiles: [{plugins: {placementScore: {enabled: [{name: NodeName},"
                                    + " {name: X}]}, score: {enabled: [{name:"
                                    + " PodGroupPodsCount}]}}}]",
                            "initializing profiles: creating profile for scheduler name"
                                    + " default-scheduler: plugin \"PodGroupPodsCount\" does not"
                                    + " extend ScorePlugin plugin",
                            "initializing profiles: creating profile for scheduler name"
                                    + " default-scheduler: plugin \"NodeName\" does not extend"
                                    + " PlacementScorePlugin plugin",
                            "initializing profiles: creating profile for scheduler name"
                                    + " default-scheduler: PlacementScorePlugin \"X\" does not"
                                    + " exist"));

    @ParameterizedTest
    @FieldSource("WRONGS")
    void problemsContainPathAndValue(Wrong each) {
        assertThatThrownBy(() -> Yaml.read(each.yaml()))
                .isInstanceOfSatisfying(
                        ConfigurationException.class,
                        problem ->
                                assertThat(problem.problems())
                                        .extracting(ConfigurationException.Problem::text)
                                        .containsExactlyElementsOf(each.problems()));
    }

    @Test
    void severalProblemsAreOneMessage() {
        assertThatThrownBy(() -> Yaml.read("parallelism: 0\nclientConnection: {burst: -1}"))
                .hasMessage(
                        "[clientConnection.burst: Invalid value: -1: must be non-negative,"
                                + " parallelism: Invalid value: 0: should be an integer value"
                                + " greater than zero]");
    }

    @Test
    void unknownFieldsAreOneProblemInTheMessage() {
        assertThatThrownBy(() ->
                        Yaml.read(
                                """
                                zip: 1
                                profiles:
                                - pluginConfig: [{name: NodeAffinity, args: {zap: 1}}]
                                """))
                .hasMessage(
                        "strict decoding error: unknown field \"zip\", decoding"
                                + " .profiles[0].pluginConfig[0]: strict decoding error: decoding"
                                + " args for plugin NodeAffinity: strict decoding error: unknown"
                                + " field \"zap\"");
    }

    @Test
    void argumentsOfTheFitPluginAreFoundOutOfAtTheStart() {
        Configuration read =
                Yaml.read(
                        """
                        profiles:
                        - pluginConfig:
                          - name: NodeResourcesFit
                            args: {scoringStrategy: {type: Least, resources: [{name: cpu, weight: 101}]}}
                        leaderElection: {retryPeriod: 9s}
                        """);

        assertThat(read.startProblems())
                .extracting(problem -> problem.path().toString())
                .containsExactly(
                        "profiles[0].pluginConfig[0].args.scoringStrategy.type",
                        "profiles[0].pluginConfig[0].args.scoringStrategy.resources[0].weight",
                        "leaderElection.renewDeadline");
    }

    @Test
    void versionAndKindMustBeRight() {
        var reader = new ConfigurationReader(PluginRegistry.inTree(), FeatureGates.DEFAULT);

        assertThatThrownBy(() -> reader.read(Json.parse("{\"kind\":\"X\"}")))
                .hasMessage("Object 'apiVersion' is missing in '{\"kind\":\"X\"}'");
        assertThatThrownBy(() -> reader.read(Json.parse("{}")))
                .hasMessage("Object 'Kind' is missing in '{}'");
        assertThatThrownBy(
                        () -> reader.read(Json.parse("{\"kind\":\"Pod\",\"apiVersion\":\"v1\"}")))
                .hasMessageStartingWith("no kind \"Pod\" is registered for version \"v1\"");
        assertThatThrownBy(() -> reader.read(Json.parse("[]")))
                .hasMessage("couldn't get version/kind; [] is not an object");
        assertThatThrownBy(() -> reader.read(Json.Null.NULL))
                .hasMessage("Object 'Kind' is missing in ''");
        assertThatThrownBy(() -> reader.read(Json.parse("{\"kind\":1}")))
                .hasMessage("couldn't get version/kind; kind: 1 is not a string");
    }

    @Test
    void otherVersionsAndKindsComeWithTheWayOut() {
        var reader = new ConfigurationReader(PluginRegistry.inTree(), FeatureGates.DEFAULT);
        Json.Obj old =
                Yaml.configuration("").with("apiVersion", "kubescheduler.config.k8s.io/v1beta2");
        Json.Obj arguments = Yaml.configuration("").with("kind", "NodeAffinityArgs");

        assertThatThrownBy(() -> reader.read(old))
                .hasMessage(
                        "no kind \"KubeSchedulerConfiguration\" is registered for version"
                                + " \"kubescheduler.config.k8s.io/v1beta2\"; that version is gone"
                                + " since Kubernetes 1.29: write kubescheduler.config.k8s.io/v1 and"
                                + " see docs/operate/configuration.md for what to rename");
        assertThatThrownBy(() -> reader.read(arguments))
                .hasMessage(
                        "couldn't decode as KubeSchedulerConfiguration, got"
                                + " kubescheduler.config.k8s.io/v1, Kind=NodeAffinityArgs:"
                                + " arguments stand in a profile, under pluginConfig");
    }
}
