package dev.berth.controlplane.rules;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

/// What CSI drivers have left.
final class StorageCapacityRules implements KindRule {
    @Override
    public void check(Json.Obj object, FieldErrors out) {
        out.subdomain("storageClassName", Path.of("storageClassName").text(object));
    }
}
