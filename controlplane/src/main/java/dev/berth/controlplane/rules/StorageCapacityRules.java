package dev.berth.controlplane.rules;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

/// The rules of `CSIStorageCapacity` objects.
final class StorageCapacityRules implements KindRule {
    @Override
    public void check(Json.Obj object, FieldErrors out) {
        out.subdomain("storageClassName", Path.of("storageClassName").text(object));
    }
}
