package dev.berth.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import java.util.List;

class FeatureGatesTest {
    private static FeatureGates gates(String... flags) {
        return FeatureGates.of(List.of(flags), List.of(), List.of());
    }

    private static FeatureGates as(String version, String... flags) {
        return FeatureGates.of(List.of(flags), List.of(version), List.of());
    }

    private static FeatureGates compatibleWith(String version, String... flags) {
        return FeatureGates.of(List.of(flags), List.of(), List.of(version));
    }

    @Test
    void gatesAreAsIn137() {
        assertThat(FeatureGates.DEFAULT.on("StorageCapacityScoring")).isTrue();
        assertThat(FeatureGates.DEFAULT.on("VolumeLimitScaling")).isTrue();
        assertThat(FeatureGates.DEFAULT.on("TaintTolerationComparisonOperators")).isFalse();
        assertThat(FeatureGates.DEFAULT.on("Nonsense")).isFalse();
        assertThat(FeatureGates.DEFAULT.with("GenericWorkload", true).on("GenericWorkload"))
                .isTrue();
        assertThatThrownBy(() -> FeatureGates.DEFAULT.with("Nonsense", true))
                .hasMessage("unrecognized feature gate: Nonsense");
    }

    @Test
    void aGateCanDependOnTheMinimumCompatibilityVersion() {
        assertThat(FeatureGates.DEFAULT.on("DRAFractionalCapacityRange")).isFalse();
        assertThat(compatibleWith("1.37").on("DRAFractionalCapacityRange")).isTrue();
        assertThatThrownBy(() -> compatibleWith("1.33"))
                .hasMessage("minCompatibilityVersion version 1.33 is not between [1.34, 1.37]");
    }

    @Test
    void severalListsAreOne() {
        FeatureGates gates =
                gates(
                        "GenericWorkload=true, TopologyAwareWorkloadScheduling=1",
                        "OpportunisticBatching=F,");

        assertThat(gates.on("GenericWorkload")).isTrue();
        assertThat(gates.on("TopologyAwareWorkloadScheduling")).isTrue();
        assertThat(gates.on("OpportunisticBatching")).isFalse();
        assertThat(gates("kube:GenericWorkload=true").on("GenericWorkload")).isTrue();
    }

    @Test
    void aWholeStageCanBeSetButForThoseSetByName() {
        FeatureGates gates =
                gates(
                        "AllAlpha=true,GenericWorkload=true,DRAWorkloadResourceClaims=false,"
                                + "TaintTolerationComparisonOperators=false");

        assertThat(gates.on("InterPodAffinityHostnameFastPath")).isTrue();
        assertThat(gates.on("TaintTolerationComparisonOperators")).isFalse();
        assertThat(gates.on("SchedulerAsyncAPICalls")).isFalse();
        assertThat(gates("AllBeta=false").on("StorageCapacityScoring")).isFalse();
        assertThat(gates("AllBeta=false").on("DRAPrioritizedList")).isTrue();
    }

    @Test
    void gatesOfAnOlderVersionAreAsTheyWereThen() {
        assertThat(as("v1.34").on("DynamicResourceAllocation")).isTrue();
        assertThat(as("kube=1.35").on("NodeDeclaredFeatures")).isFalse();
        assertThat(as("1.36.0").on("NodeDeclaredFeatures")).isTrue();
        assertThat(as("1.36").on("StorageCapacityScoring")).isFalse();
        assertThat(as("1.36").on("VolumeLimitScaling")).isFalse();
        assertThat(as("1.36").on("DRADeviceTaintRules")).isFalse();
        assertThat(
                        as(
                                        "1.36",
                                        "NodeDeclaredFeatures=false,ExtendWebSocketsToKubelet=false,"
                                            + "InPlacePodVerticalScalingInitContainers=false,"
                                            + "RestartAllContainersOnContainerExits=false,"
                                            + "InPlacePodLevelResourcesVerticalScaling=false")
                                .on("NodeDeclaredFeatures"))
                .as("not locked yet")
                .isFalse();
    }

    record Wrong(String flags, String version, String problem) {
        @Override
        public String toString() {
            return flags + " " + version;
        }
    }

    static final List<Wrong> WRONGS =
            List.of(
                    new Wrong("Nonsense=true", "1.37", "unrecognized feature gate: Nonsense"),
                    new Wrong(
                            "SchedulerQueueingHints=true",
                            "1.37",
                            "unrecognized feature gate: SchedulerQueueingHints"),
                    new Wrong(
                            "SidecarContainers=true",
                            "1.36",
                            "unrecognized feature gate: SidecarContainers"),
                    new Wrong(
                            "GangScheduling=true",
                            "1.37",
                            "unrecognized feature gate: GangScheduling"),
                    new Wrong(
                            "NodeDeclaredFeatures=false",
                            "1.37",
                            "cannot set feature gate NodeDeclaredFeatures to false, feature is"
                                    + " locked to true"),
                    new Wrong(
                            "PodLevelResources=false",
                            "1.37",
                            "[InPlacePodLevelResourcesVerticalScaling is enabled, but depends on"
                                + " features that are disabled: [PodLevelResources],"
                                + " PodLevelResourcesFixDefaulting is enabled, but depends on"
                                + " features that are disabled: [PodLevelResources],"
                                + " PodLevelResourcesFixKubeletQOSClass is enabled, but depends on"
                                + " features that are disabled: [PodLevelResources]]"),
                    new Wrong("GenericWorkload", "1.37", "missing bool value for GenericWorkload"),
                    new Wrong(
                            "GenericWorkload=maybe",
                            "1.37",
                            "invalid value of GenericWorkload=maybe, err: strconv.ParseBool:"
                                    + " parsing \"maybe\": invalid syntax"),
                    new Wrong(
                            "PodGroupPreemptionPolicy=true",
                            "1.37",
                            "PodGroupPreemptionPolicy is enabled, but depends on features that are"
                                    + " disabled: [GenericWorkload]"),
                    new Wrong(
                            "kube:A=true,B=true",
                            "1.37",
                            "set kube feature gates with default empty prefix or kube: prefix"
                                    + " consistently, do not mix use"),
                    new Wrong("other:A=true", "1.37", "component not registered: other"),
                    new Wrong(
                            "InterPodAffinityHostnameFastPath=true",
                            "1.36",
                            "cannot set feature gate InterPodAffinityHostnameFastPath to true,"
                                    + " feature is PreAlpha at emulated version 1.36, min"
                                    + " compatibility version 1.35"),
                    new Wrong("", "1.38", "emulation version 1.38 is not between [1.34, 1.37.0]"),
                    new Wrong(
                            "",
                            "1.33",
                            "[emulation version 1.33 is not between [1.34, 1.37.0],"
                                    + " minCompatibilityVersion version 1.34 is not between [1.34,"
                                    + " 1.33]]"),
                    new Wrong("", "1.35.2", "patch version not allowed, got: kube=1.35.2"),
                    new Wrong("", "1.35,1.34", "duplicate version flag, kube=1.35 and kube=1.34"),
                    new Wrong("", "new", "could not parse \"new\" as version"),
                    new Wrong("", "1", "illegal version string \"1\""),
                    new Wrong("", "other=1.35", "component not registered: other"));

    @ParameterizedTest
    @FieldSource("WRONGS")
    void problemsHaveTheWordingOfKubeScheduler(Wrong each) {
        assertThatThrownBy(() -> as(each.version(), each.flags()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(each.problem());
    }

    @Test
    void whatCannotBeServedIsNamedWithTheWayOut() {
        assertThat(FeatureGates.DEFAULT.unsupported()).isEmpty();
        assertThat(gates("ComponentFlagz=false,HPAScaleToZero=true").unsupported()).isEmpty();
        assertThat(gates("OpportunisticBatching=false,HPAScaleToZero=true").withoutEffect())
                .containsExactly("OpportunisticBatching=false");
        assertThat(gates("GenericWorkload=true").unsupported())
                .containsExactly(
                        "feature gate GenericWorkload=true is not supported: Berth does not"
                            + " schedule pod groups; set --feature-gates GenericWorkload=false");
        assertThat(as("1.34").unsupported())
                .contains(
                        "feature gate InPlacePodLevelResourcesVerticalScaling=false is not"
                                + " supported: Berth always behaves as if it were enabled; do not"
                                + " emulate 1.34");
    }
}
