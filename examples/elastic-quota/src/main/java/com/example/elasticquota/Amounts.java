package com.example.elasticquota;

import dev.berth.model.Pod;
import dev.berth.model.Quantity;
import dev.berth.model.Requests;
import dev.berth.model.ResourceList;
import dev.berth.model.json.Json;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Amounts of resources by name: CPU in millicores, everything else in units. Immutable.
record Amounts(Map<String, Long> byResource) {
    static final Amounts NONE = new Amounts(Map.of());

    /// The requests of a pod.
    static Amounts of(Pod pod) {
        Requests requests = pod.requests().accounting();
        var amounts = new TreeMap<String, Long>();
        amounts.put(ResourceList.CPU, requests.cpuMillis());
        amounts.put(ResourceList.MEMORY, requests.memoryBytes());
        amounts.put(ResourceList.EPHEMERAL_STORAGE, requests.ephemeralBytes());
        for (int i = 0; i < requests.scalars(); i++) {
            amounts.put(requests.scalarName(i), requests.scalarAmount(i));
        }
        amounts.put(ResourceList.PODS, 1L);
        return new Amounts(amounts);
    }

    /// The quantities of a resource list in JSON. Throws an `IllegalArgumentException` for text
    /// that is no quantity.
    static Amounts of(Json.Obj list) {
        var amounts = new TreeMap<String, Long>();
        list.fields()
                .forEach((resource, value) -> {
                    Quantity quantity = Quantity.parse(text(value));
                    amounts.put(
                            resource,
                            resource.equals(ResourceList.CPU)
                                    ? quantity.milliValue()
                                    : quantity.value());
                });
        return new Amounts(amounts);
    }

    private static String text(Json value) {
        return value instanceof Json.Str(String text) ? text : value.text();
    }

    Optional<Long> get(String resource) {
        return Optional.ofNullable(byResource.get(resource));
    }

    long orZero(String resource) {
        return byResource.getOrDefault(resource, 0L);
    }

    Set<String> resources() {
        return byResource.keySet();
    }

    Amounts plus(Amounts other) {
        return combined(other, 1);
    }

    Amounts minus(Amounts other) {
        return combined(other, -1);
    }

    private Amounts combined(Amounts other, int sign) {
        var sum = new TreeMap<>(byResource);
        other.byResource.forEach(
                (resource, amount) -> sum.merge(resource, sign * amount, Long::sum));
        return new Amounts(sum);
    }

    /// An amount as Kubernetes writes it.
    static String text(String resource, long amount) {
        return switch (resource) {
            case ResourceList.CPU -> Quantity.ofMillis(amount).toString();
            case ResourceList.MEMORY, ResourceList.EPHEMERAL_STORAGE ->
                    Quantity.of(amount, Quantity.Format.BINARY_SI).toString();
            default -> Quantity.of(amount).toString();
        };
    }
}
