package dev.berth.plugins.legacy;

import dev.berth.plugins.noderesources.ResourceWeight;
import dev.berth.plugins.noderesources.ScoringStrategy.ShapePoint;
import dev.berth.spi.Problems;

import java.util.List;

/// Arguments of RequestedToCapacityRatio. The default resources are CPU and memory.
///
/// @param shape the function from utilization to score
public record RatioArgs(List<ShapePoint> shape, List<ResourceWeight> resources) {
    /// Scores higher utilization higher.
    public static final RatioArgs DEFAULT =
            new RatioArgs(List.of(new ShapePoint(0, 0), new ShapePoint(100, 10)), List.of());

    public RatioArgs {
        shape = List.copyOf(shape);
        resources = ResourceWeight.orDefault(resources);
    }

    void check(Problems out) {
        ShapePoint.check("shape", shape, out);
        ResourceWeight.check("resources", resources, Long.MAX_VALUE, out);
    }
}
