package com.example.loadaware;

import dev.berth.model.Pod;
import dev.berth.model.Quantity;
import dev.berth.model.Requests;
import dev.berth.model.json.Json;

/// An amount of CPU and memory.
record Usage(long cpuMillis, long memoryBytes) {
    static final Usage NONE = new Usage(0, 0);

    /// What a pod without requests is assumed to use.
    private static final long DEFAULT_CPU_MILLIS = 250;

    private static final long DEFAULT_MEMORY_BYTES = 200L << 20;

    /// A `ResourceMap` of a NodeMetric. Throws an `IllegalArgumentException` for text that is no
    /// quantity.
    static Usage of(Json map) {
        return new Usage(quantity(map, "cpu").milliValue(), quantity(map, "memory").value());
    }

    private static Quantity quantity(Json map, String resource) {
        return map.at("resources", resource)
                .map(value ->
                        Quantity.parse(
                                value instanceof Json.Str(String text) ? text : value.text()))
                .orElse(Quantity.ZERO);
    }

    /// What a pod will probably use: a part of its requests.
    static Usage estimate(Pod pod, Percent factor) {
        Requests requests = pod.requests().accounting();
        return new Usage(
                requests.cpuMillis() == 0
                        ? DEFAULT_CPU_MILLIS
                        : requests.cpuMillis() * factor.cpu() / 100,
                requests.memoryBytes() == 0
                        ? DEFAULT_MEMORY_BYTES
                        : requests.memoryBytes() * factor.memory() / 100);
    }

    Usage plus(Usage other) {
        return new Usage(cpuMillis + other.cpuMillis, memoryBytes + other.memoryBytes);
    }

    /// The difference; a part that would be negative is 0.
    Usage minusClamped(Usage other) {
        return new Usage(
                Math.max(0, cpuMillis - other.cpuMillis),
                Math.max(0, memoryBytes - other.memoryBytes));
    }
}
