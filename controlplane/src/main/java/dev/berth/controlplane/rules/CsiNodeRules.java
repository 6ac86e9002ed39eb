package dev.berth.controlplane.rules;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.List;

/// The rules of `CSINode` objects, which list the CSI drivers of a node.
final class CsiNodeRules implements KindRule {
    @Override
    public void check(Json.Obj object, FieldErrors out) {
        List<Json> drivers = Path.of("spec", "drivers").items(object);
        for (int i = 0; i < drivers.size(); i++) {
            for (String name : List.of("name", "nodeID")) {
                if (Path.of(name).text(drivers.get(i)).isEmpty()) {
                    out.required("spec.drivers[" + i + "]." + name);
                }
            }
        }
    }
}
