package dev.berth.harness.conformance;

import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Bool;
import dev.berth.model.json.Json.Obj;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What a smaller variant of a case must keep to be worth reading: names, and an order among the
/// pods that may have to leave a node and among the volumes of a class, for kube-scheduler defines
/// none without it.
final class CaseConstraints {
    private CaseConstraints() {}

    /// Whether `variant` is still a case of the same sort as `original`.
    static boolean holds(Json original, Json variant) {
        return (!ordersPods(original) || ordersPods(variant))
                && (!ordersVolumes(original) || ordersVolumes(variant))
                && list(variant, "pods").stream().allMatch(CaseConstraints::isNamedPod)
                && list(variant, "objects").stream().allMatch(CaseConstraints::isNamedObject);
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
        kind(one, "Pod")
                .filter(pod -> pod.textAt("spec", "nodeName").isPresent())
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

    /// Whether volumes of a class differ in size, and a claim has one volume kept for it at most.
    private static boolean ordersVolumes(Json one) {
        var seen = new HashSet<List<Object>>();
        return kind(one, "PersistentVolume")
                .allMatch(volume ->
                        seen.add(
                                        List.of(
                                                classOf(volume),
                                                volume.textAt("spec", "capacity", "storage")
                                                        .orElse("")))
                                && volume.objAt("spec", "claimRef")
                                        .map(claim ->
                                                seen.add(
                                                        List.of(
                                                                claim.textAt("namespace"),
                                                                claim.textAt("name"))))
                                        .orElse(true));
    }

    private static String classOf(Json volume) {
        return volume.textAt("metadata", "annotations", "volume.beta.kubernetes.io/storage-class")
                .or(() -> volume.textAt("spec", "storageClassName"))
                .orElse("");
    }

    private static Stream<Json> kind(Json one, String kind) {
        return list(one, "objects").stream()
                .filter(object -> object.textAt("kind").equals(Optional.of(kind)));
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
