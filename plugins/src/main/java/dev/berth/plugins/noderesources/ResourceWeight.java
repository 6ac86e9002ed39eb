package dev.berth.plugins.noderesources;

import dev.berth.model.ResourceList;
import dev.berth.model.ResourceNames;
import dev.berth.spi.Problems;

import java.util.List;

/// A resource and its weight in a score. A weight of 0 means 1.
public record ResourceWeight(String name, long weight) {
    /// CPU and memory with equal weights.
    public static final List<ResourceWeight> CPU_AND_MEMORY =
            List.of(new ResourceWeight("cpu", 1), new ResourceWeight("memory", 1));

    public ResourceWeight {
        weight = weight == 0 ? 1 : weight;
    }

    /// The given resources, or CPU and memory if there are none.
    public static List<ResourceWeight> orDefault(List<ResourceWeight> given) {
        return given.isEmpty() ? CPU_AND_MEMORY : List.copyOf(given);
    }

    /// Reports weights that are not positive or exceed `max`; `path` is the path of the list.
    public static void check(String path, List<ResourceWeight> resources, long max, Problems out) {
        for (int i = 0; i < resources.size(); i++) {
            ResourceWeight resource = resources.get(i);
            if (resource.weight() <= 0 || resource.weight() > max) {
                String range = max == Long.MAX_VALUE ? "[1, inf)" : "(0, " + max + "]";
                out.add(
                        path + "[" + i + "].weight",
                        resource.weight(),
                        "resource weight of " + resource.name() + " not in valid range " + range);
            }
        }
    }

    /// Whether nodes account for this resource.
    boolean counted() {
        return name.equals(ResourceList.CPU)
                || name.equals(ResourceList.MEMORY)
                || name.equals(ResourceList.EPHEMERAL_STORAGE)
                || ResourceNames.scalar(name);
    }
}
