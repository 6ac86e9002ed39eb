package dev.berth.controlplane.rules;

import static dev.berth.controlplane.defaults.TreeDefaults.at;

import dev.berth.controlplane.defaults.PodDefaults;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.List;

/// The rules that workloads with a pod template share: the selector must match the labels of the
/// template.
final class PodTemplateRules {
    static final Path TEMPLATE = Path.of("spec", "template");
    static final Path SELECTOR = Path.of("spec", "selector");
    private static final Path SPEC = Path.of("spec");
    private static final Path LABELS = Path.of("metadata", "labels");

    private PodTemplateRules() {}

    static Json.Obj withDefaults(Json.Obj object) {
        Json.Obj placed =
                TEMPLATE.in(object)
                        ? object
                        : TEMPLATE.set(
                                object,
                                Json.Obj.EMPTY
                                        .with("metadata", Json.Obj.EMPTY)
                                        .with("spec", Json.Obj.EMPTY));
        return at(placed, TEMPLATE.then("spec"), PodDefaults::spec);
    }

    /// Validates the template.
    static void check(Json.Obj object, FieldErrors out) {
        check("spec.template", TEMPLATE.object(object), out);
    }

    static void check(String at, Json.Obj template, FieldErrors out) {
        out.labels(at + ".labels", LABELS.object(template));
        PodChecks.check(at + ".spec", SPEC.object(template), out);
    }

    /// The selector must match the labels of the template.
    static void matched(Json.Obj object, FieldErrors out) {
        Json.Obj labels = LABELS.object(TEMPLATE.object(object));
        if (!SELECTOR.in(object) || !selects(SELECTOR.object(object), labels)) {
            out.invalid(
                    "spec.template.metadata.labels",
                    labels.fields().isEmpty() ? Json.Null.NULL : sorted(labels),
                    "`selector` does not match template `labels`");
        }
    }

    static Json.Obj sorted(Json.Obj object) {
        Json.Obj sorted = Json.Obj.EMPTY;
        for (String name : FieldErrors.sorted(object)) {
            sorted = sorted.with(name, object.fields().getOrDefault(name, Json.Null.NULL));
        }
        return sorted;
    }

    static boolean readable(Json.Obj selector) {
        var tried = new FieldErrors();
        tried.selector("", selector);
        return tried.found().isEmpty();
    }

    /// Whether a valid label selector matches the labels.
    static boolean selects(Json.Obj selector, Json.Obj labels) {
        boolean all =
                Path.of("matchLabels").object(selector).fields().entrySet().stream()
                        .allMatch(it -> it.getValue().equals(labels.fields().get(it.getKey())));
        for (Json expression : Path.of("matchExpressions").items(selector)) {
            Json value = labels.fields().get(Path.of("key").text(expression));
            List<Json> values = Path.of("values").items(expression);
            all &=
                    switch (Path.of("operator").text(expression)) {
                        case "In" -> value != null && values.contains(value);
                        case "NotIn" -> value == null || !values.contains(value);
                        case "Exists" -> value != null;
                        case "DoesNotExist" -> value == null;
                        default -> true;
                    };
        }
        return all;
    }

    static void alwaysRestarts(Json.Obj object, FieldErrors out) {
        String policy = Path.of("spec", "restartPolicy").text(TEMPLATE.object(object));
        if (!policy.equals("Always")) {
            out.oneOf("spec.template.spec.restartPolicy", policy, "Always");
        }
    }

    static void noDeadline(Json.Obj object, String kind, FieldErrors out) {
        if (Path.of("spec", "activeDeadlineSeconds").in(TEMPLATE.object(object))) {
            out.forbidden(
                    "spec.template.spec.activeDeadlineSeconds",
                    "activeDeadlineSeconds in " + kind + " is not Supported");
        }
    }

    static Json selector(Json.Obj object) {
        return SELECTOR.find(object).orElse(Json.Null.NULL);
    }
}
