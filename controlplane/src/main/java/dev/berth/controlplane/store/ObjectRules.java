package dev.berth.controlplane.store;

import dev.berth.model.json.Json;

/// The defaulting and validation of objects that clients write.
public interface ObjectRules {
    /// Adds the defaults to a new object and validates it.
    Reply<Json.Obj> created(Json.Obj object);

    /// Adds the defaults to an updated object and validates the update of one part.
    Reply<Json.Obj> changed(ObjectVersion before, Json.Obj after, WriteScope part);
}
