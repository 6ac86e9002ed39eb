package dev.berth.controlplane.rules;

import static dev.berth.controlplane.rules.PodChecks.text;

import dev.berth.controlplane.store.FieldError;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.List;

/// Validates topology spread constraints.
final class SpreadChecks {
    private static final String POSITIVE = "must be greater than zero";

    private SpreadChecks() {}

    static void check(String at, List<Json> constraints, FieldErrors out) {
        for (int i = 0; i < constraints.size(); i++) {
            one(
                    at + "[" + i + "]",
                    constraints.get(i),
                    constraints.subList(i + 1, constraints.size()),
                    out);
        }
    }

    private static void one(String at, Json constraint, List<Json> others, FieldErrors out) {
        long skew = Path.of("maxSkew").number(constraint, 0);
        if (skew <= 0) {
            out.invalid(at + ".maxSkew", Json.of(skew), POSITIVE);
        }
        String topology = text("topologyKey", constraint);
        if (topology.isEmpty()) {
            out.required(at + ".topologyKey", "can not be empty");
        }
        String action = text("whenUnsatisfiable", constraint);
        out.oneOf(at + ".whenUnsatisfiable", action, "DoNotSchedule", "ScheduleAnyway");
        for (Json other : others) {
            if (text("topologyKey", other).equals(topology)
                    && text("whenUnsatisfiable", other).equals(action)) {
                out.add(
                        FieldError.duplicate(
                                at + ".{topologyKey, whenUnsatisfiable}",
                                Json.of("{" + topology + ", " + action + "}")));
                break;
            }
        }
        domains(at, constraint, action, out);
        policy(at, "nodeAffinityPolicy", constraint, out);
        policy(at, "nodeTaintsPolicy", constraint, out);
        keys(at, constraint, out);
        out.selector(at + ".labelSelector", Path.of("labelSelector").object(constraint));
    }

    private static void domains(String at, Json constraint, String action, FieldErrors out) {
        Path path = Path.of("minDomains");
        path.find(constraint)
                .ifPresent(value -> {
                    if (path.number(constraint, 0) <= 0) {
                        out.invalid(at + ".minDomains", value, POSITIVE);
                    }
                    if (!action.equals("DoNotSchedule")) {
                        out.invalid(
                                at + ".minDomains",
                                value,
                                "can only use minDomains if whenUnsatisfiable=DoNotSchedule, not "
                                        + action);
                    }
                });
    }

    private static void policy(String at, String name, Json constraint, FieldErrors out) {
        if (Path.of(name).in(constraint)) {
            out.oneOf(at + "." + name, text(name, constraint), "Honor", "Ignore");
        }
    }

    /// A key of `matchLabelKeys` can occur once in the label selector, because the API server adds
    /// it there with the value of the pod.
    static void once(String field, String key, Json holder, FieldErrors out) {
        Json.Obj selector = Path.of("labelSelector").object(holder);
        long times =
                Path.of("matchExpressions").items(selector).stream()
                        .filter(it -> text("key", it).equals(key))
                        .count();
        if (Path.of("matchLabels").object(selector).fields().containsKey(key)) {
            times++;
        }
        if (times > 1) {
            out.invalid(field, key, "exists in both matchLabelKeys and labelSelector");
        }
    }

    private static void keys(String at, Json constraint, FieldErrors out) {
        List<Json> keys = Path.of("matchLabelKeys").items(constraint);
        if (!keys.isEmpty() && !Path.of("labelSelector").in(constraint)) {
            out.forbidden(
                    at + ".matchLabelKeys", "must not be specified when labelSelector is not set");
            return;
        }
        for (int i = 0; i < keys.size(); i++) {
            if (keys.get(i) instanceof Json.Str(var key)) {
                out.qualified(at + ".matchLabelKeys[" + i + "]", key);
                once(at + "[" + i + "]", key, constraint, out);
            }
        }
    }
}
