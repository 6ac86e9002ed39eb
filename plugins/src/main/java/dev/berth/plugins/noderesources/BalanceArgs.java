package dev.berth.plugins.noderesources;

import dev.berth.spi.Problems;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Arguments of [NodeResourcesBalancedAllocation]. The default resources are CPU and memory.
public record BalanceArgs(List<ResourceWeight> resources) {
    public static final BalanceArgs DEFAULT = new BalanceArgs(ResourceWeight.CPU_AND_MEMORY);

    public BalanceArgs {
        resources = ResourceWeight.orDefault(resources);
    }

    void check(Problems out) {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < resources.size(); i++) {
            ResourceWeight resource = resources.get(i);
            if (!names.add(resource.name())) {
                out.duplicate("resources[" + i + "].name", resource.name());
            }
            if (resource.weight() != 1) {
                out.add("resources[" + i + "].weight", resource.weight(), "must be 1");
            }
        }
    }
}
