package dev.berth.plugins.noderesources;

import dev.berth.model.ResourceList;
import dev.berth.model.ResourceNames;

import java.util.List;

/// A resource that counts in a score, and how much.
public record ResourceWeight(String name, long weight) {
    /// Cpu and memory, alike.
    public static final List<ResourceWeight> CPU_AND_MEMORY =
            List.of(new ResourceWeight("cpu", 1), new ResourceWeight("memory", 1));

    /// What a configuration means: no resources are cpu and memory, and no weight is 1.
    public static List<ResourceWeight> defaulted(List<ResourceWeight> written) {
        return written.isEmpty()
                ? CPU_AND_MEMORY
                : written.stream().map(ResourceWeight::defaulted).toList();
    }

    private ResourceWeight defaulted() {
        return weight == 0 ? new ResourceWeight(name, 1) : this;
    }

    /// Whether nodes count this resource at all; of any other name they have none.
    boolean counted() {
        return name.equals(ResourceList.CPU)
                || name.equals(ResourceList.MEMORY)
                || name.equals(ResourceList.EPHEMERAL_STORAGE)
                || ResourceNames.scalar(name);
    }
}
