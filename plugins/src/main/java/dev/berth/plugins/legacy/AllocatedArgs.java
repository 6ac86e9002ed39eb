package dev.berth.plugins.legacy;

import dev.berth.plugins.noderesources.ResourceWeight;
import dev.berth.spi.Problems;

import java.util.List;

/// Arguments of NodeResourcesLeastAllocated and NodeResourcesMostAllocated. The default resources
/// are CPU and memory.
public record AllocatedArgs(List<ResourceWeight> resources) {
    public static final AllocatedArgs DEFAULT = new AllocatedArgs(List.of());

    private static final long HEAVIEST = 100;

    public AllocatedArgs {
        resources = ResourceWeight.orDefault(resources);
    }

    void check(Problems out) {
        ResourceWeight.check("resources", resources, HEAVIEST, out);
    }
}
