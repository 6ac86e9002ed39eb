package dev.berth.plugins.noderesources;

import java.util.List;

/// A resource that counts in a score, and how much.
public record ResourceWeight(String name, long weight) {
    /// Cpu and memory, alike.
    public static final List<ResourceWeight> CPU_AND_MEMORY =
            List.of(new ResourceWeight("cpu", 1), new ResourceWeight("memory", 1));
}
