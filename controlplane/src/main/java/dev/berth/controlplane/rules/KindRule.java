package dev.berth.controlplane.rules;

import dev.berth.model.json.Json;

/// The defaults and validation of one kind, in addition to those of all kinds.
interface KindRule {
    /// Adds the defaults of the kind to a new object.
    default Json.Obj withDefaults(Json.Obj object) {
        return object;
    }

    /// Adds the defaults of the kind to an updated object.
    default Json.Obj withDefaultsOnUpdate(Json.Obj before, Json.Obj after) {
        return withDefaults(after);
    }

    /// Validates a new object.
    default void check(Json.Obj object, FieldErrors out) {}

    /// Validates an update.
    default void checkChange(Json.Obj before, Json.Obj after, FieldErrors out) {
        check(after, out);
    }

    /// Validates an update of the status.
    default void checkStatus(Json.Obj before, Json.Obj after, FieldErrors out) {}
}
