package dev.berth.sim.rules;

import dev.berth.model.json.Json;
import dev.berth.sim.tree.Path;

/// What CSI drivers have left.
final class StorageCapacityRules implements KindRule {
    @Override
    public void check(Json.Obj object, FieldErrors out) {
        out.subdomain("storageClassName", Path.of("storageClassName").text(object));
    }
}
