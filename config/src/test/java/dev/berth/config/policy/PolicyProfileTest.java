package dev.berth.config.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.config.PolicyReader;
import dev.berth.manifest.Manifests;
import dev.berth.model.json.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

class PolicyProfileTest {
    private static PolicyProfile profile(String yaml) {
        return PolicyProfile.of(
                PolicyReader.read(
                        Manifests.parse("policy.yaml", "apiVersion: v1\nkind: Policy\n" + yaml)
                                .getFirst()
                                .object()));
    }

    /// The plugin names, with their weights if they have any.
    private static List<String> at(PolicyProfile profile, String point) {
        return profile.plugins().at(point, "enabled").orElse(Json.Arr.EMPTY)
                        instanceof Json.Arr(var enabled)
                ? enabled.stream()
                        .map(each ->
                                each.textAt("name").orElseThrow()
                                        + each.at("weight").map(weight -> "=" + weight).orElse(""))
                        .toList()
                : List.of();
    }

    private static Optional<String> arguments(PolicyProfile profile, String plugin) {
        return profile.pluginConfig().elements().stream()
                .filter(each -> each.textAt("name").equals(Optional.of(plugin)))
                .map(each -> each.at("args").orElseThrow().text())
                .findFirst();
    }

    @ParameterizedTest
    @CsvSource({
        "GeneralPredicates,       NodeResourcesFit NodeName NodePorts NodeAffinity",
        "PodFitsResources,        NodeResourcesFit",
        "HostName,                NodeName",
        "PodFitsHostPorts,        NodePorts",
        "PodFitsPorts,            NodePorts",
        "MatchNodeSelector,       NodeAffinity",
        "PodToleratesNodeTaints,  ''",
        "CheckNodeUnschedulable,  ''",
        "NoDiskConflict,          VolumeRestrictions",
        "NoVolumeZoneConflict,    VolumeZone",
        "CheckVolumeBinding,      VolumeBinding",
        "MaxCSIVolumeCountPred,   NodeVolumeLimits",
        "MaxEBSVolumeCount,       EBSLimits",
        "MaxGCEPDVolumeCount,     GCEPDLimits",
        "MaxAzureDiskVolumeCount, AzureDiskLimits",
        "MaxCinderVolumeCount,    CinderLimits",
        "MatchInterPodAffinity,   InterPodAffinity",
        "EvenPodsSpread,          PodTopologySpread",
        "CheckNodeLabelPresence,  NodeLabel",
        "CheckServiceAffinity,    ServiceAffinity",
    })
    void aPredicateIsThatPluginBesideTheMandatoryOnes(String name, String plugins) {
        PolicyProfile profile = profile("predicates: [{name: %s}]".formatted(name));
        List<String> wanted =
                Stream.concat(
                                Stream.of("NodeUnschedulable", "TaintToleration"),
                                Stream.of(plugins.split(" ")).filter(each -> !each.isEmpty()))
                        .toList();
        assertThat(at(profile, "filter")).containsExactlyInAnyOrderElementsOf(wanted);
        assertThat(at(profile, "preFilter"))
                .isSubsetOf(wanted)
                .isEqualTo(
                        at(profile, "filter").stream()
                                .filter(at(profile, "preFilter")::contains)
                                .toList());
    }

    @ParameterizedTest
    @CsvSource({
        "SelectorSpreadPriority,      SelectorSpread",
        "ServiceSpreadingPriority,    SelectorSpread",
        "InterPodAffinityPriority,    InterPodAffinity",
        "LeastRequestedPriority,      NodeResourcesFit",
        "MostRequestedPriority,       NodeResourcesFit",
        "BalancedResourceAllocation,  BalancedResourceAllocation",
        "NodePreferAvoidPodsPriority, NodePreferAvoidPods",
        "NodeAffinityPriority,        NodeAffinity",
        "TaintTolerationPriority,     TaintToleration",
        "ImageLocalityPriority,       ImageLocality",
        "EvenPodsSpreadPriority,      PodTopologySpread",
        "ResourceLimitsPriority,      NodeResourceLimits",
    })
    void aPriorityIsThatPluginWithItsWeight(String name, String plugin) {
        assertThat(at(profile("priorities: [{name: %s, weight: 9}]".formatted(name)), "score"))
                .containsExactly(plugin + "=9");
    }

    @Test
    void equalPriorityIsNoPlugin() {
        assertThat(at(profile("priorities: [{name: EqualPriority, weight: 9}]"), "score"))
                .isEmpty();
    }

    @Test
    void withoutListsThereAreTheUsualOnes() {
        PolicyProfile profile = profile("");
        assertThat(at(profile, "filter"))
                .containsExactly(
                        "NodeUnschedulable",
                        "NodeResourcesFit",
                        "NodeName",
                        "NodePorts",
                        "NodeAffinity",
                        "VolumeRestrictions",
                        "TaintToleration",
                        "EBSLimits",
                        "GCEPDLimits",
                        "NodeVolumeLimits",
                        "AzureDiskLimits",
                        "VolumeBinding",
                        "VolumeZone",
                        "PodTopologySpread",
                        "InterPodAffinity");
        assertThat(at(profile, "reserve")).containsExactly("VolumeBinding");
        assertThat(at(profile, "preBind")).containsExactly("VolumeBinding");
        assertThat(at(profile, "score"))
                .containsExactly(
                        "BalancedResourceAllocation=1",
                        "PodTopologySpread=1",
                        "ImageLocality=1",
                        "InterPodAffinity=1",
                        "NodeResourcesFit=1",
                        "NodeAffinity=1",
                        "NodePreferAvoidPods=10000",
                        "SelectorSpread=1",
                        "TaintToleration=1");
    }

    @Test
    void withEmptyListsOnlyTheMandatoryPredicatesAreLeft() {
        PolicyProfile profile = profile("predicates: []\npriorities: []");
        assertThat(at(profile, "filter")).containsExactly("NodeUnschedulable", "TaintToleration");
        assertThat(at(profile, "score")).isEmpty();
        assertThat(at(profile, "multiPoint"))
                .containsExactly(
                        "SchedulingGates", "PrioritySort", "DefaultPreemption", "DefaultBinder");
    }

    @Test
    void filtersHaveTheirOwnOrderWhateverThatOfThePolicy() {
        assertThat(
                        at(
                                profile(
                                        """
                                        predicates:
                                        - name: MatchInterPodAffinity
                                        - name: MaxCSIVolumeCountPred
                                        - name: Zone
                                          argument: {serviceAffinity: {labels: [zone]}}
                                        - name: NoDiskConflict
                                        - name: Rack
                                          argument: {labelsPresence: {labels: [rack], presence: true}}
                                        - name: PodFitsResources
                                        - name: EvenPodsSpread
                                        - name: HostName
                                        """),
                                "filter"))
                .containsExactly(
                        "NodeUnschedulable",
                        "NodeName",
                        "NodeResourcesFit",
                        "VolumeRestrictions",
                        "TaintToleration",
                        "NodeLabel",
                        "ServiceAffinity",
                        "NodeVolumeLimits",
                        "PodTopologySpread",
                        "InterPodAffinity");
    }

    @Test
    void predicatesThatAreTheSamePluginAreOneAtTheFirstPlace() {
        assertThat(
                        at(
                                profile(
                                        """
                                        predicates:
                                        - name: PodFitsResources
                                        - name: PodFitsPorts
                                        - name: PodFitsHostPorts
                                        - name: GeneralPredicates
                                        """),
                                "filter"))
                .containsExactly(
                        "NodeUnschedulable",
                        "NodeResourcesFit",
                        "NodeName",
                        "NodePorts",
                        "NodeAffinity",
                        "TaintToleration");
    }

    @Test
    void labelsOfAllPredicatesWithArgumentsComeTogether() {
        PolicyProfile profile =
                profile(
                        """
                        predicates:
                        - {name: A, argument: {labelsPresence: {labels: [a, b], presence: true}}}
                        - {name: B, argument: {labelsPresence: {labels: [c], presence: false}}}
                        - {name: C, argument: {serviceAffinity: {labels: [zone]}}}
                        - {name: D, argument: {serviceAffinity: {labels: [region]}}}
                        priorities: []
                        """);
        assertThat(arguments(profile, "NodeLabel"))
                .hasValue(
                        "{\"presentLabels\":[\"a\",\"b\"],\"absentLabels\":[\"c\"],\"presentLabelsPreference\":[],\"absentLabelsPreference\":[]}");
        assertThat(arguments(profile, "ServiceAffinity"))
                .hasValue(
                        "{\"affinityLabels\":[\"zone\",\"region\"],\"antiAffinityLabelsPreference\":[]}");
    }

    @Test
    void weightsOfPrioritiesWithArgumentsAddUp() {
        PolicyProfile profile =
                profile(
                        """
                        priorities:
                        - {name: A, weight: 3, argument: {labelPreference: {label: a, presence: true}}}
                        - {name: B, weight: 3, argument: {labelPreference: {label: b, presence: false}}}
                        - {name: C, weight: 5, argument: {serviceAntiAffinity: {label: rack}}}
                        - {name: D, weight: 5, argument: {serviceAntiAffinity: {label: row}}}
                        - {name: E, weight: 5, argument: {serviceAntiAffinity: {label: zone}}}
                        """);
        assertThat(at(profile, "score")).containsExactly("NodeLabel=6", "ServiceAffinity=15");
        assertThat(arguments(profile, "NodeLabel").orElseThrow())
                .contains("\"presentLabelsPreference\":[\"a\"],\"absentLabelsPreference\":[\"b\"]");
        assertThat(arguments(profile, "ServiceAffinity").orElseThrow())
                .contains("\"antiAffinityLabelsPreference\":[\"rack\",\"row\",\"zone\"]");
    }

    @Test
    void aKnownNameIgnoresItsArgument() {
        PolicyProfile profile =
                profile(
                        """
                        predicates:
                        - name: HostName
                          argument: {labelsPresence: {labels: [a], presence: true}}
                        priorities:
                        - name: ImageLocalityPriority
                          weight: 2
                          argument: {labelPreference: {label: a, presence: true}}
                        """);
        assertThat(at(profile, "filter")).doesNotContain("NodeLabel").contains("NodeName");
        assertThat(at(profile, "score")).containsExactly("ImageLocality=2");
        assertThat(arguments(profile, "NodeLabel")).isEmpty();
    }

    @Test
    void theNameOfAPredicateThatTakesAnArgumentTakesIt() {
        assertThat(
                        arguments(
                                profile(
                                        """
                                        predicates:
                                        - name: CheckNodeLabelPresence
                                          argument: {labelsPresence: {labels: [a], presence: true}}
                                        """),
                                "NodeLabel"))
                .hasValueSatisfying(args -> assertThat(args).contains("[\"a\"]"));
    }

    @Test
    void theLastWeightOfAPriorityCounts() {
        assertThat(
                        at(
                                profile(
                                        """
                                        priorities:
                                        - {name: SelectorSpreadPriority, weight: 9}
                                        - {name: ServiceSpreadingPriority, weight: 2}
                                        """),
                                "score"))
                .containsExactly("SelectorSpread=2");
    }

    @Test
    void theOnlyScoreByRequestsIsTheStrategyOfNodeResourcesFit() {
        assertThat(
                        arguments(
                                profile("priorities: [{name: MostRequestedPriority, weight: 1}]"),
                                "NodeResourcesFit"))
                .hasValue(
                        "{\"scoringStrategy\":{\"type\":\"MostAllocated\",\"resources\":[{\"name\":\"cpu\",\"weight\":1},{\"name\":\"memory\",\"weight\":1}]}}");
    }

    @Test
    void aRatioIsThePluginOfOldEvenIfItIsTheOnlyScoreByRequests() {
        PolicyProfile line =
                profile(
                        """
                        priorities:
                        - name: Packed
                          weight: 3
                          argument:
                            requestedToCapacityRatioArguments:
                              shape: [{utilization: 0, score: 1}, {utilization: 100, score: 10}]
                              resources: [{name: cpu}, {name: example.com/gpu, weight: 7}]
                        """);
        assertThat(at(line, "score")).containsExactly("RequestedToCapacityRatio=3");
        assertThat(arguments(line, "RequestedToCapacityRatio"))
                .hasValue(
                        "{\"shape\":[{\"utilization\":0,\"score\":1},{\"utilization\":100,\"score\":10}],"
                            + "\"resources\":[{\"name\":\"cpu\",\"weight\":1},{\"name\":\"example.com/gpu\",\"weight\":7}]}");
    }

    @Test
    void severalScoresByRequestsAreThePluginsOfOld() {
        PolicyProfile profile =
                profile(
                        """
                        priorities:
                        - {name: LeastRequestedPriority, weight: 1}
                        - {name: MostRequestedPriority, weight: 2}
                        - name: Packed
                          weight: 3
                          argument:
                            requestedToCapacityRatioArguments:
                              shape: [{utilization: 0, score: 1}]
                        """);
        assertThat(at(profile, "score"))
                .containsExactly(
                        "NodeResourcesLeastAllocated=1",
                        "NodeResourcesMostAllocated=2",
                        "RequestedToCapacityRatio=3");
        assertThat(arguments(profile, "RequestedToCapacityRatio"))
                .hasValue(
                        "{\"shape\":[{\"utilization\":0,\"score\":1}],\"resources\":[{\"name\":\"cpu\",\"weight\":1},{\"name\":\"memory\",\"weight\":1}]}");
    }

    @Test
    void aProviderIsTheUsualPolicyButForOneScore() {
        assertThat(PolicyProfile.of(AlgorithmProvider.DEFAULT.policy()))
                .isEqualTo(PolicyProfile.of(Policy.USUAL));
        PolicyProfile packed = PolicyProfile.of(AlgorithmProvider.CLUSTER_AUTOSCALER.policy());
        assertThat(packed.plugins()).isEqualTo(profile("").plugins());
        assertThat(arguments(packed, "NodeResourcesFit").orElseThrow()).contains("MostAllocated");
    }

    @Test
    void podsAreSpreadByTheirOwnConstraintsOnly() {
        assertThat(arguments(profile("priorities: []"), "PodTopologySpread"))
                .hasValue("{\"defaultingType\":\"List\"}");
    }
}
