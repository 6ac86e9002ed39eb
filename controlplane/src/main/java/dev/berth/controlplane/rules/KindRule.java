package dev.berth.controlplane.rules;

import dev.berth.model.json.Json;

/// What one kind demands of its objects, beyond what all kinds do.
interface KindRule {
    /// The object with what nobody said filled in.
    default Json.Obj filled(Json.Obj object) {
        return object;
    }

    /// The same for an object after a change.
    default Json.Obj refilled(Json.Obj before, Json.Obj after) {
        return filled(after);
    }

    /// What is wrong with a new object.
    default void check(Json.Obj object, FieldErrors out) {}

    /// What is wrong with an object after a change.
    default void checkChange(Json.Obj before, Json.Obj after, FieldErrors out) {
        check(after, out);
    }

    /// What is wrong with the status of an object after a change of it.
    default void checkStatus(Json.Obj before, Json.Obj after, FieldErrors out) {}
}
