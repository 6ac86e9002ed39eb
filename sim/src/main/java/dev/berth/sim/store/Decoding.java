package dev.berth.sim.store;

import dev.berth.model.CustomObject;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Meta;
import dev.berth.model.json.Json;

/// From trees to the records a scheduler reads.
final class Decoding {
    private Decoding() {}

    static KubeObject of(Kind kind, Json.Obj tree) {
        return new CustomObject(
                kind,
                Meta.named(Fields.namespace(tree, kind), Fields.NAME.text(tree), Fields.UID.text(tree)),
                tree);
    }
}
