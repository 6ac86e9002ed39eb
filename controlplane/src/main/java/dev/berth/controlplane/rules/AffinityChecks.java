package dev.berth.controlplane.rules;

import static dev.berth.controlplane.rules.PodChecks.items;
import static dev.berth.controlplane.rules.PodChecks.text;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.List;

/// Validates the affinity of a pod.
final class AffinityChecks {
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";
    private static final String SEVERAL =
            "must be only one value when `operator` is 'In' or 'NotIn' for node field selector";

    private AffinityChecks() {}

    static void check(String at, Json.Obj affinity, FieldErrors out) {
        Path node = Path.of("nodeAffinity");
        if (node.in(affinity)) {
            nodes(at + ".nodeAffinity", node.object(affinity), out);
        }
        for (String name : List.of("podAffinity", "podAntiAffinity")) {
            pods(at + "." + name, Path.of(name).object(affinity), out);
        }
    }

    private static void nodes(String at, Json.Obj affinity, FieldErrors out) {
        if (Path.of(REQUIRED).in(affinity)) {
            selector(at + "." + REQUIRED, Path.of(REQUIRED).object(affinity), out);
        }
        List<Json> preferred = items(PREFERRED, affinity);
        for (int i = 0; i < preferred.size(); i++) {
            String here = at + "." + PREFERRED + "[" + i + "]";
            weight(here, preferred.get(i), out);
            Json.Obj preference = Path.of("preference").object(preferred.get(i));
            term(here + ".preference", preference, false, out);
        }
    }

    static void selector(String at, Json.Obj selector, FieldErrors out) {
        List<Json> terms = items("nodeSelectorTerms", selector);
        if (terms.isEmpty()) {
            out.required(at + ".nodeSelectorTerms", "must have at least one node selector term");
        }
        for (int i = 0; i < terms.size(); i++) {
            term(at + ".nodeSelectorTerms[" + i + "]", terms.get(i), true, out);
        }
    }

    /// Validates a node selector term.
    ///
    /// @param strict whether the values must be valid label values
    private static void term(String at, Json term, boolean strict, FieldErrors out) {
        List<Json> expressions = items("matchExpressions", term);
        for (int i = 0; i < expressions.size(); i++) {
            expression(at + ".matchExpressions[" + i + "]", expressions.get(i), strict, out);
        }
        List<Json> fields = items("matchFields", term);
        for (int i = 0; i < fields.size(); i++) {
            field(at + ".matchFields[" + i + "]", fields.get(i), out);
        }
    }

    private static void expression(String at, Json expression, boolean strict, FieldErrors out) {
        List<Json> values = items("values", expression);
        String operator = text("operator", expression);
        switch (operator) {
            case "In", "NotIn" -> {
                if (values.isEmpty()) {
                    out.required(
                            at + ".values", "must be specified when `operator` is 'In' or 'NotIn'");
                }
            }
            case "Exists", "DoesNotExist" -> {
                if (!values.isEmpty()) {
                    out.forbidden(
                            at + ".values",
                            "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
                }
            }
            case "Gt", "Lt" -> {
                if (values.size() != 1) {
                    out.required(
                            at + ".values",
                            "must be specified single value when `operator` is 'Lt' or 'Gt'");
                }
            }
            default -> out.invalid(at + ".operator", operator, "not a valid selector operator");
        }
        out.qualified(at + ".key", text("key", expression));
        if (strict && !operator.equals("Gt") && !operator.equals("Lt")) {
            for (int i = 0; i < values.size(); i++) {
                if (values.get(i) instanceof Json.Str(var value)) {
                    out.labelValue(at + ".values[" + i + "]", value);
                }
            }
        }
    }

    private static void field(String at, Json field, FieldErrors out) {
        List<Json> values = items("values", field);
        String operator = text("operator", field);
        String key = text("key", field);
        if (operator.equals("In") || operator.equals("NotIn")) {
            if (values.size() != 1) {
                out.required(at + ".values", SEVERAL);
            }
        } else {
            out.invalid(at + ".operator", operator, "not a valid selector operator");
        }
        if (!key.equals("metadata.name")) {
            out.invalid(at + ".key", key, "not a valid field selector key");
            return;
        }
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i) instanceof Json.Str(var name)) {
                out.subdomain(at + ".values[" + i + "]", name);
            }
        }
    }

    private static void weight(String at, Json weighted, FieldErrors out) {
        long weight = Path.of("weight").number(weighted, 0);
        if (weight < 1 || weight > 100) {
            out.invalid(at + ".weight", Json.of(weight), "must be in the range 1-100");
        }
    }

    private static void pods(String at, Json.Obj affinity, FieldErrors out) {
        List<Json> required = items(REQUIRED, affinity);
        for (int i = 0; i < required.size(); i++) {
            podTerm(at + "." + REQUIRED + "[" + i + "]", required.get(i), out);
        }
        List<Json> preferred = items(PREFERRED, affinity);
        for (int i = 0; i < preferred.size(); i++) {
            String here = at + "." + PREFERRED + "[" + i + "]";
            weight(here, preferred.get(i), out);
            podTerm(
                    here + ".podAffinityTerm",
                    Path.of("podAffinityTerm").object(preferred.get(i)),
                    out);
        }
    }

    private static void podTerm(String at, Json term, FieldErrors out) {
        out.selector(at + ".labelSelector", Path.of("labelSelector").object(term));
        out.selector(at + ".namespaceSelector", Path.of("namespaceSelector").object(term));
        for (Json namespace : items("namespaces", term)) {
            if (namespace instanceof Json.Str(var name)) {
                out.label(at + ".namespace", name);
            }
        }
        for (String keys : List.of("matchLabelKeys", "mismatchLabelKeys")) {
            if (!items(keys, term).isEmpty() && !Path.of("labelSelector").in(term)) {
                out.forbidden(
                        at + "." + keys, "must not be specified when labelSelector is not set");
                continue;
            }
            List<Json> all = items(keys, term);
            for (int i = 0; i < all.size(); i++) {
                if (all.get(i) instanceof Json.Str(var key)) {
                    String field = at + "." + keys + "[" + i + "]";
                    out.qualified(field, key);
                    if (keys.equals("matchLabelKeys")
                            && items("mismatchLabelKeys", term).contains(all.get(i))) {
                        out.invalid(
                                field, key, "exists in both matchLabelKeys and mismatchLabelKeys");
                    }
                    if (keys.equals("matchLabelKeys")) {
                        SpreadChecks.once(at + "[" + i + "]", key, term, out);
                    }
                }
            }
        }
        String topology = text("topologyKey", term);
        if (topology.isEmpty()) {
            out.required(at + ".topologyKey", "can not be empty");
        }
        out.qualified(at + ".topologyKey", topology);
    }
}
