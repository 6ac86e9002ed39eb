package dev.berth.controlplane.rules;

import static dev.berth.controlplane.defaults.TreeDefaults.at;
import static dev.berth.controlplane.defaults.TreeDefaults.setIfAbsent;

import dev.berth.controlplane.store.FieldError;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.List;
import java.util.Optional;

/// The rules of deployments.
final class DeploymentRules implements KindRule {
    private static final Path SPEC = Path.of("spec");
    private static final Path STRATEGY = Path.of("spec", "strategy");
    private static final Path ROLLING = STRATEGY.then("rollingUpdate");
    private static final Path REPLICAS = Path.of("spec", "replicas");
    private static final Path READY = Path.of("spec", "minReadySeconds");
    private static final Path HISTORY = Path.of("spec", "revisionHistoryLimit");
    private static final Path DEADLINE = Path.of("spec", "progressDeadlineSeconds");
    private static final List<String> COUNTS =
            List.of("updatedReplicas", "readyReplicas", "availableReplicas");

    @Override
    public Json.Obj withDefaults(Json.Obj object) {
        Json.Obj tree = SPEC.setIfAbsent(object, Json.Obj.EMPTY);
        tree = PodTemplateRules.withDefaults(tree);
        tree = at(tree, SPEC, it -> setIfAbsent(it, "replicas", 1));
        tree = STRATEGY.setIfAbsent(tree, Json.Obj.EMPTY);
        tree = at(tree, STRATEGY, it -> setIfAbsent(it, "type", "RollingUpdate"));
        if (STRATEGY.then("type").text(tree).equals("RollingUpdate")) {
            tree = ROLLING.setIfAbsent(tree, Json.Obj.EMPTY);
            tree = at(tree, ROLLING, it -> setIfAbsent(it, "maxUnavailable", "25%"));
            tree = at(tree, ROLLING, it -> setIfAbsent(it, "maxSurge", "25%"));
        }
        tree = at(tree, SPEC, it -> setIfAbsent(it, "revisionHistoryLimit", 10));
        return at(tree, SPEC, it -> setIfAbsent(it, "progressDeadlineSeconds", 600));
    }

    @Override
    public void check(Json.Obj object, FieldErrors out) {
        out.notNegative("spec.replicas", REPLICAS, object);
        if (selector(object, "deployment", out)) {
            PodTemplateRules.matched(object, out);
            PodTemplateRules.check(object, out);
            PodTemplateRules.alwaysRestarts(object, out);
            PodTemplateRules.noDeadline(object, "ReplicaSet", out);
        }
        strategy(object, out);
        out.notNegative("spec.minReadySeconds", READY, object);
        out.notNegative("spec.revisionHistoryLimit", HISTORY, object);
        out.notNegative("spec.progressDeadlineSeconds", DEADLINE, object);
        if (DEADLINE.in(object) && DEADLINE.number(object, 0) <= READY.number(object, 0)) {
            out.invalid(
                    "spec.progressDeadlineSeconds",
                    Json.of(DEADLINE.number(object, 0)),
                    "must be greater than minReadySeconds");
        }
    }

    /// Validates the selector. The result is false if the selector cannot be parsed.
    static boolean selector(Json.Obj object, String what, FieldErrors out) {
        if (!PodTemplateRules.SELECTOR.in(object)) {
            out.required("spec.selector");
            return true;
        }
        Json.Obj selector = PodTemplateRules.SELECTOR.object(object);
        out.selector("spec.selector", selector);
        if (selector.fields().isEmpty()) {
            out.invalid("spec.selector", selector, "empty selector is invalid for " + what);
        }
        if (!PodTemplateRules.readable(selector)) {
            out.invalid(
                    "spec.selector",
                    FieldErrors.shown(selector),
                    // Parity: `ValidateStatefulSetSpec` reports no detail.
                    what.equals("statefulset") ? "" : "invalid label selector");
            return false;
        }
        return true;
    }

    private static void strategy(Json.Obj object, FieldErrors out) {
        String type = STRATEGY.then("type").text(object);
        switch (type) {
            case "Recreate" -> {
                if (ROLLING.in(object)) {
                    out.forbidden(
                            "spec.strategy.rollingUpdate",
                            "may not be specified when strategy `type` is 'Recreate'");
                }
            }
            case "RollingUpdate" -> rolling(object, out);
            default -> {
                Json.Obj shown =
                        Json.Obj.of("Type", Json.of(type)).with("RollingUpdate", steps(object));
                out.add(
                        new FieldError(
                                "spec.strategy",
                                "FieldValueNotSupported",
                                "Unsupported value: "
                                        + shown.text()
                                        + ": supported values: \"Recreate\", \"RollingUpdate\""));
            }
        }
    }

    /// The rolling update parameters with the names of the Go fields, as the API server's messages
    /// show them.
    private static Json steps(Json.Obj object) {
        if (!ROLLING.in(object)) {
            return Json.Null.NULL;
        }
        return Json.Obj.EMPTY
                .with(
                        "MaxUnavailable",
                        ROLLING.then("maxUnavailable").find(object).orElse(Json.Null.NULL))
                .with("MaxSurge", ROLLING.then("maxSurge").find(object).orElse(Json.Null.NULL));
    }

    private static void rolling(Json.Obj object, FieldErrors out) {
        Optional<Json> unavailable = ROLLING.then("maxUnavailable").find(object);
        Optional<Json> surge = ROLLING.then("maxSurge").find(object);
        String at = "spec.strategy.rollingUpdate.";
        unavailable.ifPresent(it -> out.share(at + "maxUnavailable", it));
        surge.ifPresent(it -> out.share(at + "maxSurge", it));
        if (FieldErrors.nothing(unavailable) && FieldErrors.nothing(surge)) {
            out.invalid(
                    at + "maxUnavailable", unavailable.get(), "may not be 0 when `maxSurge` is 0");
        }
        unavailable.ifPresent(it -> out.notMoreThanAll(at + "maxUnavailable", it));
    }

    @Override
    public void checkChange(Json.Obj before, Json.Obj after, FieldErrors out) {
        check(after, out);
        out.immutable(
                "spec.selector",
                PodTemplateRules.selector(before),
                PodTemplateRules.selector(after));
    }

    @Override
    public void checkStatus(Json.Obj before, Json.Obj after, FieldErrors out) {
        Path status = Path.of("status");
        long replicas = status.then("replicas").number(after, 0);
        out.notNegative("status.replicas", status.then("replicas"), after);
        for (String name : COUNTS) {
            out.notNegative("status." + name, status.then(name), after);
        }
        for (String name : COUNTS) {
            long count = status.then(name).number(after, 0);
            if (count > replicas) {
                out.invalid(
                        "status." + name, Json.of(count), "cannot be greater than status.replicas");
            }
        }
    }
}
