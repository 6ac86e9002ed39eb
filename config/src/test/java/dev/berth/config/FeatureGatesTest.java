package dev.berth.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import java.util.List;

class FeatureGatesTest {
    private static FeatureGates gates(String... flags) {
        return FeatureGates.of(List.of(flags), List.of());
    }

    private static FeatureGates as(String version, String... flags) {
        return FeatureGates.of(List.of(flags), List.of(version));
    }

    @Test
    void gatesAreAsIn136() {
        assertThat(FeatureGates.DEFAULT.on("SchedulerQueueingHints")).isTrue();
        assertThat(FeatureGates.DEFAULT.on("TaintTolerationComparisonOperators")).isFalse();
        assertThat(FeatureGates.DEFAULT.on("Nonsense")).isFalse();
        assertThat(FeatureGates.DEFAULT.with("GangScheduling", true).on("GangScheduling")).isTrue();
        assertThatThrownBy(() -> FeatureGates.DEFAULT.with("Nonsense", true))
                .hasMessage("unrecognized feature gate: Nonsense");
    }

    @Test
    void severalListsAreOne() {
        FeatureGates gates =
                gates("GenericWorkload=true, GangScheduling=1", "OpportunisticBatching=F,");

        assertThat(gates.on("GenericWorkload")).isTrue();
        assertThat(gates.on("GangScheduling")).isTrue();
        assertThat(gates.on("OpportunisticBatching")).isFalse();
        assertThat(gates("kube:GenericWorkload=true").on("GenericWorkload")).isTrue();
    }

    @Test
    void aWholeStageCanBeSetButForThoseSetByName() {
        FeatureGates gates = gates("AllAlpha=true,StorageCapacityScoring=false");

        assertThat(gates.on("TaintTolerationComparisonOperators")).isTrue();
        assertThat(gates.on("StorageCapacityScoring")).isFalse();
        assertThat(gates.on("SchedulerAsyncAPICalls")).isFalse();
        assertThat(gates("AllBeta=false").on("NodeDeclaredFeatures")).isFalse();
        assertThat(gates("AllBeta=false").on("DRAPrioritizedList")).isTrue();
    }

    @Test
    void gatesOfAnOlderVersionAreAsTheyWereThen() {
        assertThat(as("1.33").on("DynamicResourceAllocation")).isFalse();
        assertThat(as("v1.34").on("DynamicResourceAllocation")).isTrue();
        assertThat(as("kube=1.35").on("NodeDeclaredFeatures")).isFalse();
        assertThat(as("1.36.0").on("NodeDeclaredFeatures")).isTrue();
        assertThat(as("1.33", "SchedulerQueueingHints=false").on("SchedulerQueueingHints"))
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
                    new Wrong("Nonsense=true", "1.36", "unrecognized feature gate: Nonsense"),
                    new Wrong(
                            "SchedulerQueueingHints=false",
                            "1.36",
                            "cannot set feature gate SchedulerQueueingHints to false, feature is"
                                    + " locked to true"),
                    new Wrong("GangScheduling", "1.36", "missing bool value for GangScheduling"),
                    new Wrong(
                            "GangScheduling=maybe",
                            "1.36",
                            "invalid value of GangScheduling=maybe, err: strconv.ParseBool: parsing"
                                    + " \"maybe\": invalid syntax"),
                    new Wrong(
                            "GangScheduling=true",
                            "1.36",
                            "GangScheduling is enabled, but depends on features that are disabled:"
                                    + " [GenericWorkload]"),
                    new Wrong(
                            "kube:A=true,B=true",
                            "1.36",
                            "set kube feature gates with default empty prefix or kube: prefix"
                                    + " consistently, do not mix use"),
                    new Wrong("other:A=true", "1.36", "component not registered: other"),
                    new Wrong(
                            "DRAListTypeAttributes=true",
                            "1.35",
                            "cannot set feature gate DRAListTypeAttributes to true, feature is"
                                    + " PreAlpha at emulated version 1.35, min compatibility"
                                    + " version 1.34"),
                    new Wrong("", "1.37", "emulation version 1.37 is not between [1.33, 1.36.0]"),
                    new Wrong(
                            "",
                            "1.32",
                            "[emulation version 1.32 is not between [1.33, 1.36.0],"
                                    + " minCompatibilityVersion version 1.33 is not between [1.33,"
                                    + " 1.32]]"),
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
