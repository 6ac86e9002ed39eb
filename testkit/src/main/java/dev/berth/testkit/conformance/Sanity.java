package dev.berth.testkit.conformance;

import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Bool;
import dev.berth.model.json.Json.Obj;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/// What a smaller variant of a case must keep to be worth reading: names, and an order among the
/// pods that may have to leave a node, for kube-scheduler defines none without it.
final class Sanity {
    private Sanity() {}

    /// Whether `variant` is still a case of the same sort as `original`.
    static boolean holds(Json original, Json variant) {
        return (!ordersPods(original) || ordersPods(variant))
                && list(variant, "pods").stream().allMatch(Sanity::isNamedPod)
                && list(variant, "objects").stream().allMatch(Sanity::isNamedObject);
    }

    private static boolean isNamedObject(Json object) {
        return object.textAt("kind").orElse("").equals("Pod")
                ? isNamedPod(object)
                : isNamed(object);
    }

    private static boolean isNamed(Json object) {
        return !object.textAt("metadata", "name").orElse("").isEmpty();
    }

    private static boolean isNamedPod(Json pod) {
        return isNamed(pod)
                && !pod.textAt("metadata", "namespace").orElse("").isEmpty()
                && !list(pod, "spec", "containers").isEmpty()
                && list(pod, "spec", "containers").stream()
                        .allMatch(each -> !each.textAt("name").orElse("").isEmpty());
    }

    /// Whether pods that can be on one node differ in priority or start; one of all may have no
    /// start, which counts as now.
    private static boolean ordersPods(Json one) {
        var placed = new ArrayList<Json>();
        list(one, "objects").stream()
                .filter(object -> object.textAt("spec", "nodeName").isPresent())
                .forEach(placed::add);
        if (one.at("sequence").equals(Optional.of(Bool.TRUE))) {
            placed.addAll(list(one, "pods"));
        }
        var seen = new HashSet<List<Object>>();
        for (Json pod : placed) {
            Optional<String> start = pod.textAt("status", "startTime");
            List<Object> order =
                    start.isEmpty()
                            ? List.of()
                            : List.of(
                                    pod.textAt("spec", "nodeName").orElse(""),
                                    pod.at("spec", "priority").orElse(Json.of(0)),
                                    start.get());
            if (!seen.add(order)) {
                return false;
            }
        }
        return true;
    }

    private static List<Json> list(Json from, String... path) {
        return from.at(path).orElse(Arr.EMPTY) instanceof Arr(List<Json> elements)
                ? elements
                : List.of();
    }

    /// The case with its fields in the order people read them.
    static Obj ordered(String id, Json variant) {
        Obj one = Obj.of("id", Json.of(id));
        for (String field : List.of("config", "objects", "pods", "sequence")) {
            one = variant.at(field).isPresent() ? one.with(field, variant.at(field).get()) : one;
        }
        return one;
    }
}
