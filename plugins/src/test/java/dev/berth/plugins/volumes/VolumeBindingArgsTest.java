package dev.berth.plugins.volumes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.plugins.noderesources.ScoringStrategy.ShapePoint;
import dev.berth.spi.Gates;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class VolumeBindingArgsTest {
    private static final VolumeBinding.Provider BINDING = new VolumeBinding.Provider();

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
