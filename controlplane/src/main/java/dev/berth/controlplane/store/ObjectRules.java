package dev.berth.controlplane.store;

import dev.berth.model.json.Json;

/// What a kind demands of its objects when clients write them: defaults, and reasons to refuse.
public interface ObjectRules {
    /// The object as it comes into being.
    Reply<Json.Obj> created(Json.Obj object);

    /// The object as it is after a change of one part.
    Reply<Json.Obj> changed(ObjectVersion before, Json.Obj after, WriteScope part);
}
