package dev.berth.controlplane.rules;

import static dev.berth.controlplane.defaults.TreeDefaults.setIfAbsent;

import dev.berth.controlplane.store.Validation;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

/// The rules of priority classes.
final class PriorityClassRules implements KindRule {
    @Override
    public Json.Obj withDefaults(Json.Obj object) {
        return setIfAbsent(object, "preemptionPolicy", "PreemptLowerPriority");
    }

    @Override
    public void check(Json.Obj object, FieldErrors out) {
        Validation.problems(Kind.PRIORITY_CLASS, object).forEach(out::add);
    }

    @Override
    public void checkChange(Json.Obj before, Json.Obj after, FieldErrors out) {
        if (Path.of("value").number(before, 0) != Path.of("value").number(after, 0)) {
            out.forbidden("value", "may not be changed in an update.");
        }
        out.immutable("preemptionPolicy", Path.of("preemptionPolicy"), before, after);
    }
}
