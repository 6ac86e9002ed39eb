package dev.berth.sim.rules;

import dev.berth.model.Kind;
import dev.berth.model.json.Json;
import dev.berth.sim.store.ObjectVersion;
import dev.berth.sim.store.Part;
import dev.berth.sim.store.Reply;
import dev.berth.sim.store.Rules;
import dev.berth.sim.store.Store;

/// The rules of one kind.
public final class KindRules implements Rules {
    private KindRules() {}

    /// @param shown the kind as the client sees it
    public static Rules of(Kind kind, Kind shown, Store store) {
        return new KindRules();
    }

    @Override
    public Reply<Json.Obj> born(Json.Obj object) {
        return Reply.of(object);
    }

    @Override
    public Reply<Json.Obj> changed(ObjectVersion before, Json.Obj after, Part part) {
        return Reply.of(after);
    }
}
