package dev.berth.sim.rules;

import static dev.berth.sim.rules.Filling.at;
import static dev.berth.sim.rules.Filling.unset;

import dev.berth.model.json.Json;
import dev.berth.sim.store.Problem;
import dev.berth.sim.tree.Path;

/// Daemon sets.
final class DaemonSets implements KindRule {
    private static final Path SPEC = Path.of("spec");
    private static final Path STRATEGY = Path.of("spec", "updateStrategy");
    private static final Path GENERATION =
            Path.of("metadata", "annotations", "deprecated.daemonset.template.generation");

    @Override
    public Json.Obj filled(Json.Obj object) {
        Json.Obj tree = Templates.filled(SPEC.setIfAbsent(object, Json.Obj.EMPTY));
        tree = STRATEGY.setIfAbsent(tree, Json.Obj.EMPTY);
        tree = at(tree, STRATEGY, it -> unset(it, "type", "RollingUpdate"));
        if (STRATEGY.then("type").text(tree).equals("RollingUpdate")) {
            Path rolling = STRATEGY.then("rollingUpdate");
            tree = rolling.setIfAbsent(tree, Json.Obj.EMPTY);
            tree = at(tree, rolling, it -> unset(it, "maxUnavailable", 1));
            tree = at(tree, rolling, it -> unset(it, "maxSurge", 0));
        }
        tree = at(tree, SPEC, it -> unset(it, "revisionHistoryLimit", 10));
        long generation = Path.of("metadata", "generation").number(tree, 1);
        return GENERATION.in(tree) ? tree : GENERATION.set(tree, Long.toString(generation));
    }

    @Override
    public Json.Obj refilled(Json.Obj before, Json.Obj after) {
        Json.Obj tree = filled(after);
        boolean same = Templates.TEMPLATE.object(before).equals(Templates.TEMPLATE.object(tree));
        String last = GENERATION.text(before);
        long number = last.matches("[0-9]{1,9}") ? Long.parseLong(last) : 1;
        return GENERATION.set(tree, Long.toString(same ? number : number + 1));
    }

    @Override
    public void check(Json.Obj object, Problems out) {
        if (Deployments.selector(object, "daemonset", out)) {
            Templates.matched(object, out);
        }
        Templates.check(object, out);
        Templates.alwaysRestarts(object, out);
        Templates.noDeadline(object, out);
        String type = STRATEGY.then("type").text(object);
        if (!type.equals("RollingUpdate") && !type.equals("OnDelete")) {
            Json.Obj shown =
                    Json.Obj.of("Type", Json.of(type)).with("RollingUpdate", Json.Null.NULL);
            out.add(
                    new Problem(
                            "spec.updateStrategy",
                            "FieldValueNotSupported",
                            "Unsupported value: "
                                    + shown.text()
                                    + ": supported values: \"RollingUpdate\", \"OnDelete\""));
        }
    }

    @Override
    public void checkChange(Json.Obj before, Json.Obj after, Problems out) {
        out.immutable("spec.selector", Templates.selector(before), Templates.selector(after));
        check(after, out);
    }
}
