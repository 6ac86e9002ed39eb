package dev.berth.plugins.legacy;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.plugins.InTreePlugins;
import dev.berth.spi.PluginProvider;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

class LegacyTest {
    @Test
    void theyAreThereUnderTheirNames() {
        assertThat(Legacy.providers())
                .extracting(PluginProvider::name)
                .containsExactlyInAnyOrder(
                        "EBSLimits",
                        "GCEPDLimits",
                        "AzureDiskLimits",
                        "CinderLimits",
                        "NodeLabel",
                        "ServiceAffinity",
                        "SelectorSpread",
                        "NodePreferAvoidPods",
                        "NodeResourceLimits",
                        "BalancedResourceAllocation",
                        "NodeResourcesLeastAllocated",
                        "NodeResourcesMostAllocated",
                        "RequestedToCapacityRatio");
        assertThat(InTreePlugins.providers())
                .extracting(PluginProvider::name)
                .containsAll(Legacy.providers().stream().map(PluginProvider::name).toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"SelectorSpread", "NodeResourceLimits"})
    void withoutPreScoreTheseAreAnErrorAsOfOld(String name) {
        assertThatThrownBy(
                        () -> Old.plugin(name).nodes(node("n")).scheduleWithoutPrePoints(pod("p")))
                .hasMessage(
                        "error reading \"PreScore%s\" from cycleState: not found".formatted(name));
    }

    @Test
    void withoutPreFilterServiceAffinityIsAnErrorIfItHasLabels() {
        Old.plugin("ServiceAffinity")
                .nodes(node("n"))
                .scheduleWithoutPrePoints(pod("p"))
                .skipsFilter();
        var args = new ServiceAffinityArgs(List.of("zone"), List.of());
        assertThatThrownBy(() ->
                        Old.plugin("ServiceAffinity", args)
                                .nodes(node("n"))
                                .scheduleWithoutPrePoints(pod("p")))
                .hasMessage(
                        "error reading \"PreFilterServiceAffinity\" from cycleState: not found");
    }
}
