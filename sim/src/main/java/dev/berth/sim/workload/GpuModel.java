package dev.berth.sim.workload;

import java.util.Map;

/// A model of a simulated GPU.
///
/// @param memory a quantity
public record GpuModel(String name, String memory) {
    private static final String DEFAULT_MEMORY = "16Gi";
    private static final Map<String, String> MEMORY =
            Map.ofEntries(
                    Map.entry("A10", "24Gi"),
                    Map.entry("A100", "80Gi"),
                    Map.entry("B200", "192Gi"),
                    Map.entry("H100", "80Gi"),
                    Map.entry("H200", "141Gi"),
                    Map.entry("L4", "24Gi"),
                    Map.entry("L40S", "48Gi"),
                    Map.entry("P100", "16Gi"),
                    Map.entry("T4", "16Gi"),
                    Map.entry("V100", "32Gi"),
                    Map.entry("V100M16", "16Gi"),
                    Map.entry("V100M32", "32Gi"));

    /// The model with this name. Unknown models have 16 GiB of memory.
    public static GpuModel named(String name) {
        return new GpuModel(name, MEMORY.getOrDefault(name, DEFAULT_MEMORY));
    }
}
