package dev.berth.sim.store;

import dev.berth.model.Decoder;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.json.Json;

/// From trees to the records a scheduler reads.
final class Decoding {
    private static final Decoder DECODER = new Decoder();

    private Decoding() {}

    static KubeObject of(Kind kind, Json.Obj tree) {
        return DECODER.object(kind, tree);
    }
}
