package dev.berth.plugins.volumes;

import dev.berth.plugins.noderesources.ScoringStrategy.ShapePoint;
import dev.berth.spi.Gates;
import dev.berth.spi.Problems;

import java.util.List;

/// Arguments of [VolumeBinding].
///
/// @param bindTimeoutSeconds the timeout for the binding of volumes
/// @param shape the function from storage utilization to score; only with the feature gate
///   `StorageCapacityScoring`
public record VolumeBindingArgs(long bindTimeoutSeconds, List<ShapePoint> shape) {
    static final String CAPACITY_SCORING = "StorageCapacityScoring";

    public static final VolumeBindingArgs DEFAULT = new VolumeBindingArgs(600, List.of());

    public VolumeBindingArgs {
        shape = List.copyOf(shape);
    }

    static VolumeBindingArgs defaults(Gates on) {
        return scoresCapacity(on)
                ? new VolumeBindingArgs(
                        DEFAULT.bindTimeoutSeconds,
                        List.of(new ShapePoint(0, 10), new ShapePoint(100, 0)))
                : DEFAULT;
    }

    private static boolean scoresCapacity(Gates on) {
        return on.on(CAPACITY_SCORING);
    }

    void check(Gates on, Problems out) {
        if (bindTimeoutSeconds < 0) {
            out.add(
                    "bindTimeoutSeconds",
                    bindTimeoutSeconds,
                    "invalid BindTimeoutSeconds, should not be a negative value");
        }
        if (scoresCapacity(on)) {
            ShapePoint.check("shape", shape, out);
        } else if (!shape.isEmpty()) {
            out.add(
                    "shape",
                    shape,
                    "unexpected field `shape`, remove it or turn on the feature gate"
                            + " StorageCapacityScoring");
        }
    }
}
