package dev.berth.plugins.volumes;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.spi.PluginProvider;
import dev.berth.testkit.PluginTester;
import dev.berth.testkit.PodBuilder;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;

class VolumePluginsTest {
    private static final PluginProvider<?> RESTRICTIONS = new VolumeRestrictions.Provider();
    private static final PluginProvider<?> LIMITS = new NodeVolumeLimits.Provider();
    private static final PluginProvider<?> BINDING = new VolumeBinding.Provider();
    private static final PluginProvider<?> ZONE = new VolumeZone.Provider();

    static List<PluginProvider<?>> all() {
        return List.of(RESTRICTIONS, LIMITS, BINDING, ZONE);
    }

    private static PluginTester tester(PluginProvider<?> provider) {
        return PluginTester.of(provider).nodes(node("n"));
    }

    @ParameterizedTest
    @MethodSource("all")
    void podsWithoutVolumesThatMatterAreNotLookedAt(PluginProvider<?> provider) {
        tester(provider).schedule(pod("p")).skipsFilter().skipsScore();
        PodBuilder harmless = pod("p");
        for (String source :
                List.of(
                        "configMap",
                        "secret",
                        "projected",
                        "emptyDir",
                        "hostPath",
                        "downwardAPI",
                        "image",
                        "nfs",
                        "csi")) {
            harmless.volume(source, "{}");
        }
        tester(provider).schedule(harmless).skipsFilter().skipsScore();
    }

    @Test
    void withoutPreFilterSomeAreAnErrorAsUpstream() {
        assertThatThrownBy(() -> tester(RESTRICTIONS).scheduleWithoutPrePoints(pod("p")))
                .hasMessage("cannot read \"PreFilterVolumeRestrictions\" from cycleState");
        assertThatThrownBy(() -> tester(BINDING).scheduleWithoutPrePoints(pod("p")))
                .hasMessage("not found");
        tester(LIMITS).scheduleWithoutPrePoints(pod("p")).passes("n");
        tester(ZONE).scheduleWithoutPrePoints(pod("p")).passes("n");
    }
}
