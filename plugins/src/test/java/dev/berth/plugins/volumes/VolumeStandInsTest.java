package dev.berth.plugins.volumes;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.plugins.noderesources.ScoringStrategy.ShapePoint;
import dev.berth.spi.Gates;
import dev.berth.spi.PluginProvider;
import dev.berth.testkit.PluginTester;
import dev.berth.testkit.PodBuilder;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.List;

class VolumeStandInsTest {
    private static final PluginProvider<?> RESTRICTIONS = new VolumeRestrictions.Provider();
    private static final PluginProvider<?> LIMITS = new NodeVolumeLimits.Provider();
    private static final VolumeBinding.Provider BINDING = new VolumeBinding.Provider();
    private static final PluginProvider<?> ZONE = new VolumeZone.Provider();

    static List<PluginProvider<?>> all() {
        return List.of(RESTRICTIONS, LIMITS, BINDING, ZONE);
    }

    private static PluginTester tester(PluginProvider<?> provider) {
        return PluginTester.of(provider).nodes(node("n"));
    }

    private static PluginProvider<?> named(String name) {
        return all().stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
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

    @ParameterizedTest
    @CsvSource({
        "VolumeRestrictions, gcePersistentDisk",
        "VolumeRestrictions, awsElasticBlockStore",
        "VolumeRestrictions, rbd",
        "VolumeRestrictions, iscsi",
        "NodeVolumeLimits, gcePersistentDisk",
        "NodeVolumeLimits, awsElasticBlockStore",
        "NodeVolumeLimits, cinder",
        "NodeVolumeLimits, azureDisk",
        "NodeVolumeLimits, azureFile",
        "NodeVolumeLimits, vsphereVolume",
        "NodeVolumeLimits, portworxVolume",
        "NodeVolumeLimits, ephemeral",
        "VolumeBinding, ephemeral",
    })
    void podsWithOthersAreRefusedAndToldWhy(String plugin, String source) {
        tester(named(plugin))
                .schedule(pod("p").volume("emptyDir", "{}").volume(source, "{}"))
                .refuses(
                        "pod uses %s volume \"volume-1\", which this version cannot schedule"
                                .formatted(source));
    }

    @ParameterizedTest
    @MethodSource("all")
    void podsWithClaimsAreRefused(PluginProvider<?> provider) {
        tester(provider)
                .schedule(pod("p").volumeClaim("data"))
                .refuses(
                        "pod uses PersistentVolumeClaim \"data\", which this version cannot"
                                + " schedule");
    }

    @Test
    void withoutPreFilterSomeAreAnErrorAsUpstream() {
        assertThatThrownBy(() -> tester(RESTRICTIONS).scheduleAlone(pod("p")))
                .hasMessage("cannot read \"PreFilterVolumeRestrictions\" from cycleState");
        assertThatThrownBy(() -> tester(BINDING).scheduleAlone(pod("p"))).hasMessage("not found");
        tester(LIMITS).scheduleAlone(pod("p")).passes("n");
        tester(ZONE).scheduleAlone(pod("p")).passes("n");
    }

    @Test
    void volumesBindWithinTenMinutesByDefault() {
        assertThat(BINDING.defaults()).isEqualTo(new VolumeBindingArgs(600, List.of()));
        assertThat(BINDING.defaults(gate -> gate.equals("StorageCapacityScoring")).shape())
                .containsExactly(new ShapePoint(0, 10), new ShapePoint(100, 0));
    }

    @Test
    void argumentsAreChecked() {
        var points = List.of(new ShapePoint(50, 11), new ShapePoint(50, 0));
        assertThat(problems(new VolumeBindingArgs(-1, points), gate -> false))
                .containsExactly(
                        "bindTimeoutSeconds: invalid BindTimeoutSeconds, should not be a negative"
                                + " value",
                        "shape: unexpected field `shape`, remove it or turn on the feature gate"
                                + " StorageCapacityScoring");
        assertThat(problems(new VolumeBindingArgs(0, points), gate -> true))
                .containsExactly(
                        "shape[1].utilization: values must be sorted in increasing order",
                        "shape[0].score: not in valid range [0, 10]");
        assertThat(problems(new VolumeBindingArgs(0, List.of()), gate -> true))
                .containsExactly("shape: at least one point must be specified");
        assertThat(problems(BINDING.defaults(), gate -> false)).isEmpty();
    }

    private static List<String> problems(VolumeBindingArgs args, Gates on) {
        var problems = new ArrayList<String>();
        BINDING.check(args, on, (path, value, problem) -> problems.add(path + ": " + problem));
        return problems;
    }
}
