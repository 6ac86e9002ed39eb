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

/// The properties that a smaller variant of a case must keep: names, and an order of the possible
/// victims and of the volumes of a class, because kube-scheduler defines no order without them.
final class CaseConstraints {
    private CaseConstraints() {}

    /// Whether `variant` has the same properties as `original`.
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

    /// Whether pods that can be on one node differ in priority or start time. The pods of one node
    /// can lack a start time.
    private static boolean ordersPods(Json one) {
        var placed = new ArrayList<Json>();
        kind(one, "Pod")
                .filter(pod -> pod.textAt("spec", "nodeName").isPresent())
                .forEach(placed::add);
        if (one.at("sequence").equals(Optional.of(Bool.TRUE))) {
            placed.addAll(list(one, "pods"));
        }
        var seen = new HashSet<List<Object>>();
        var unbegun = new HashSet<String>();
        for (Json pod : placed) {
            Optional<String> start = pod.textAt("status", "startTime");
            String node = pod.textAt("spec", "nodeName").orElse("");
            if (start.isEmpty()) {
                // The pods of a sequence can get different nodes.
                unbegun.add(
                        node.isEmpty() ? " " + pod.textAt("metadata", "name").orElse("") : node);
            } else if (!seen.add(
                    List.of(node, pod.at("spec", "priority").orElse(Json.of(0)), start.get()))) {
                return false;
            }
        }
        return unbegun.size() <= 1;
    }

    /// Whether volumes of a class differ in size, and each claim has at most one reserved volume.
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

    /// The case with its fields in a readable order.
    static Obj ordered(String id, Json variant) {
        Obj one = Obj.of("id", Json.of(id));
        for (String field : List.of("config", "objects", "pods", "sequence")) {
            one = variant.at(field).isPresent() ? one.with(field, variant.at(field).get()) : one;
        }
        return one;
    }
}
