package dev.berth.controlplane.rules;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

/// The rules of leases.
final class LeaseRules implements KindRule {
    @Override
    public void check(Json.Obj object, FieldErrors out) {
        Path duration = Path.of("spec", "leaseDurationSeconds");
        if (duration.in(object) && duration.number(object, 0) <= 0) {
            out.invalid(
                    "spec.leaseDurationSeconds",
                    Json.of(duration.number(object, 0)),
                    "must be greater than 0");
        }
        out.notNegative("spec.leaseTransitions", Path.of("spec", "leaseTransitions"), object);
    }
}
