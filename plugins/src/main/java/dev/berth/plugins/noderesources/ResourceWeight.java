package dev.berth.plugins.noderesources;

import dev.berth.model.ResourceList;
import dev.berth.model.ResourceNames;
import dev.berth.spi.Problems;

import java.util.List;

/// A resource that counts in a score, and how much; a weight of 0 is unset, and then 1.
public record ResourceWeight(String name, long weight) {
    /// Cpu and memory, alike.
    public static final List<ResourceWeight> CPU_AND_MEMORY =
            List.of(new ResourceWeight("cpu", 1), new ResourceWeight("memory", 1));

    public ResourceWeight {
        weight = weight == 0 ? 1 : weight;
    }

    /// Those given, or cpu and memory when there are none.
    public static List<ResourceWeight> orDefault(List<ResourceWeight> given) {
        return given.isEmpty() ? CPU_AND_MEMORY : List.copyOf(given);
    }

    /// Reports weights that are not positive or above `most`; `path` leads to the list.
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

    /// Whether nodes count this resource at all; of any other name they have none.
    boolean counted() {
        return name.equals(ResourceList.CPU)
                || name.equals(ResourceList.MEMORY)
                || name.equals(ResourceList.EPHEMERAL_STORAGE)
                || ResourceNames.scalar(name);
    }
}
