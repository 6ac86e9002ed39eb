package dev.berth.controlplane.rules;

import static dev.berth.controlplane.defaults.TreeDefaults.at;
import static dev.berth.controlplane.defaults.TreeDefaults.setIfAbsent;

import dev.berth.controlplane.store.FieldError;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.Optional;

/// The rules of daemon sets.
final class DaemonSetRules implements KindRule {
    private static final Path SPEC = Path.of("spec");
    private static final Path STRATEGY = Path.of("spec", "updateStrategy");
    private static final Path GENERATION =
            Path.of("metadata", "annotations", "deprecated.daemonset.template.generation");

    @Override
    public Json.Obj withDefaults(Json.Obj object) {
        Json.Obj tree = PodTemplateRules.withDefaults(SPEC.setIfAbsent(object, Json.Obj.EMPTY));
        tree = STRATEGY.setIfAbsent(tree, Json.Obj.EMPTY);
        tree = at(tree, STRATEGY, it -> setIfAbsent(it, "type", "RollingUpdate"));
        if (STRATEGY.then("type").text(tree).equals("RollingUpdate")) {
            Path rolling = STRATEGY.then("rollingUpdate");
            tree = rolling.setIfAbsent(tree, Json.Obj.EMPTY);
            tree = at(tree, rolling, it -> setIfAbsent(it, "maxUnavailable", 1));
            tree = at(tree, rolling, it -> setIfAbsent(it, "maxSurge", 0));
        }
        tree = at(tree, SPEC, it -> setIfAbsent(it, "revisionHistoryLimit", 10));
        long generation = Path.of("metadata", "generation").number(tree, 1);
        return GENERATION.in(tree) ? tree : GENERATION.set(tree, Long.toString(generation));
    }

    @Override
    public Json.Obj withDefaultsOnUpdate(Json.Obj before, Json.Obj after) {
        Json.Obj tree = withDefaults(after);
        boolean same =
                PodTemplateRules.TEMPLATE
                        .object(before)
                        .equals(PodTemplateRules.TEMPLATE.object(tree));
        String last = GENERATION.text(before);
        long number = last.matches("[0-9]{1,9}") ? Long.parseLong(last) : 1;
        return GENERATION.set(tree, Long.toString(same ? number : number + 1));
    }

    @Override
    public void check(Json.Obj object, FieldErrors out) {
        Json.Obj selector = PodTemplateRules.SELECTOR.object(object);
        out.selector("spec.selector", selector);
        if (PodTemplateRules.SELECTOR.in(object) && selector.fields().isEmpty()) {
            out.invalid("spec.selector", selector, "empty selector is invalid for daemonset");
        }
        if (PodTemplateRules.readable(selector)) {
            PodTemplateRules.matched(object, out);
        }
        PodTemplateRules.check(object, out);
        PodTemplateRules.alwaysRestarts(object, out);
        PodTemplateRules.noDeadline(object, "DaemonSet", out);
        String type = STRATEGY.then("type").text(object);
        if (type.equals("RollingUpdate")) {
            rolling(object, out);
        } else if (!type.equals("OnDelete")) {
            Json.Obj shown =
                    Json.Obj.of("Type", Json.of(type)).with("RollingUpdate", Json.Null.NULL);
            out.add(
                    new FieldError(
                            "spec.updateStrategy",
                            "FieldValueNotSupported",
                            "Unsupported value: "
                                    + shown.text()
                                    + ": supported values: \"RollingUpdate\", \"OnDelete\""));
        }
    }

    private static void rolling(Json.Obj object, FieldErrors out) {
        Path rolling = STRATEGY.then("rollingUpdate");
        Optional<Json> unavailable = rolling.then("maxUnavailable").find(object);
        Optional<Json> surge = rolling.then("maxSurge").find(object);
        String at = "spec.updateStrategy.rollingUpdate.";
        unavailable.ifPresent(it -> out.share(at + "maxUnavailable", it));
        surge.ifPresent(it -> out.share(at + "maxSurge", it));
        boolean none = unavailable.filter(DaemonSetRules::some).isEmpty();
        boolean more = surge.filter(DaemonSetRules::some).isPresent();
        if (!none && more) {
            out.invalid(
                    at + "maxSurge", surge.get(), "may not be set when maxUnavailable is non-zero");
        } else if (none && !more) {
            out.required(at + "maxUnavailable", "cannot be 0 when maxSurge is 0");
        }
        unavailable.ifPresent(it -> out.notMoreThanAll(at + "maxUnavailable", it));
        surge.ifPresent(it -> out.notMoreThanAll(at + "maxSurge", it));
    }

    private static boolean some(Json share) {
        return share instanceof Json.Num(var literal)
                ? !literal.equals("0")
                : share instanceof Json.Str(var text) && text.matches("0*[1-9][0-9]*%");
    }

    @Override
    public void checkChange(Json.Obj before, Json.Obj after, FieldErrors out) {
        out.immutable(
                "spec.selector",
                PodTemplateRules.selector(before),
                PodTemplateRules.selector(after));
        check(after, out);
    }
}
