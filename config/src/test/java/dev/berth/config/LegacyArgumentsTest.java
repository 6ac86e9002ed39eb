package dev.berth.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import java.util.List;

/// Arguments of plugins that kube-scheduler no longer has.
class LegacyArgumentsTest {
    private static final String AT = "profiles[0].pluginConfig[0].args.";

    private static Configuration read(String plugin, String args) {
        return Yaml.read(
                """
                profiles:
                - plugins: {score: {enabled: [{name: %1$s}]}}
                  pluginConfig: [{name: %1$s, args: %2$s}]
                """
                        .formatted(plugin, args));
    }

    record Given(String plugin, String args, String inForce) {}

    static final List<Given> GIVEN =
            List.of(
                    new Given("NodeLabel", "{}", "{}"),
                    new Given(
                            "NodeLabel",
                            "{kind: NodeLabelArgs, presentLabels: [a], absentLabels: [b],"
                                    + " presentLabelsPreference: [c], absentLabelsPreference: [d]}",
                            "{\"absentLabels\":[\"b\"],\"absentLabelsPreference\":[\"d\"],"
                                + "\"presentLabels\":[\"a\"],\"presentLabelsPreference\":[\"c\"]}"),
                    new Given("ServiceAffinity", "{}", "{}"),
                    new Given(
                            "ServiceAffinity",
                            "{kind: ServiceAffinityArgs, affinityLabels: [a],"
                                    + " antiAffinityLabelsPreference: [b, c]}",
                            "{\"affinityLabels\":[\"a\"],\"antiAffinityLabelsPreference\":[\"b\",\"c\"]}"),
                    new Given(
                            "NodeResourcesLeastAllocated",
                            "{}",
                            "{\"resources\":[{\"name\":\"cpu\",\"weight\":1},{\"name\":\"memory\",\"weight\":1}]}"),
                    new Given(
                            "NodeResourcesMostAllocated",
                            "{kind: NodeResourcesMostAllocatedArgs, resources: [{name: cpu, weight:"
                                    + " 5}]}",
                            "{\"resources\":[{\"name\":\"cpu\",\"weight\":5}]}"),
                    new Given(
                            "RequestedToCapacityRatio",
                            "{}",
                            "{\"resources\":[{\"name\":\"cpu\",\"weight\":1},{\"name\":\"memory\",\"weight\":1}],"
                                + "\"shape\":[{\"score\":0,\"utilization\":0},{\"score\":10,\"utilization\":100}]}"),
                    new Given(
                            "RequestedToCapacityRatio",
                            "{kind: RequestedToCapacityRatioArgs, shape: [{utilization: 5, score:"
                                    + " 7}], resources: [{name: a/b, weight: 500}]}",
                            "{\"resources\":[{\"name\":\"a/b\",\"weight\":500}],"
                                    + "\"shape\":[{\"score\":7,\"utilization\":5}]}"));

    @ParameterizedTest
    @FieldSource("GIVEN")
    void fieldsAreReadAndThoseLeftOutHaveDefaults(Given each) {
        assertThat(read(each.plugin(), each.args()).written().text())
                .contains("{\"args\":%s,\"name\":\"%s\"}".formatted(each.inForce(), each.plugin()));
    }

    record Wrong(String plugin, String args, String message) {}

    static final List<Wrong> WRONG =
            List.of(
                    new Wrong(
                            "NodeLabel",
                            "{presentLabels: [a], absentLabels: [a]}",
                            AT
                                    + "presentLabels[0]: Invalid value: \"a\": conflict with"
                                    + " absentLabels[0]"),
                    new Wrong(
                            "NodeResourcesLeastAllocated",
                            "{resources: [{name: cpu, weight: 101}]}",
                            AT
                                    + "resources[0].weight: Invalid value: 101: resource weight of"
                                    + " cpu not in valid range (0, 100]"),
                    new Wrong(
                            "RequestedToCapacityRatio",
                            "{shape: []}",
                            AT + "shape: Required value: at least one point must be specified"));

    @ParameterizedTest
    @FieldSource("WRONG")
    void problemsContainPathAndValue(Wrong each) {
        assertThatThrownBy(() -> read(each.plugin(), each.args())).hasMessage(each.message());
    }

    @Test
    void onlyTheConfigurationEnablesThem() {
        assertThat(Yaml.read("").written().text())
                .doesNotContain("NodeLabel", "ServiceAffinity", "SelectorSpread", "\"Requested");
    }
}
