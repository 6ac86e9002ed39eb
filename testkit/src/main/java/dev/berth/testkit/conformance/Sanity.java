package dev.berth.testkit.conformance;

import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Obj;

import java.util.List;

/// What a smaller variant of a case must keep to be worth reading: names, and the configuration's
/// word on preemption.
final class Sanity {
    private Sanity() {}

    /// Whether `variant` is still a case of the same sort as `original`.
    static boolean holds(Json original, Json variant) {
        return (!preemptionIsOff(original) || preemptionIsOff(variant))
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

    private static boolean preemptionIsOff(Json one) {
        List<Json> profiles = list(one, "config", "profiles");
        return !profiles.isEmpty()
                && profiles.stream()
                        .allMatch(profile ->
                                list(profile, "plugins", "postFilter", "disabled").stream()
                                        .anyMatch(each ->
                                                each.textAt("name")
                                                        .orElse("")
                                                        .equals("DefaultPreemption")));
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
