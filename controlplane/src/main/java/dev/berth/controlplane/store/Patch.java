package dev.berth.controlplane.store;

import dev.berth.controlplane.schema.Schemas;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import java.util.List;

/// A patch of an object.
public sealed interface Patch {
    /// A JSON merge patch (RFC 7386). Objects are merged, null removes a field, and other values
    /// replace it.
    record Merge(Json.Obj change) implements Patch {}

    /// A strategic merge patch: a merge patch that merges lists with a merge key element by
    /// element.
    record Strategic(Json.Obj change) implements Patch {}

    /// A JSON patch (RFC 6902). Either all operations apply or none.
    record Operations(List<Json> operations) implements Patch {
        public Operations {
            operations = List.copyOf(operations);
        }
    }

    default Reply<Json.Obj> applyTo(ObjectVersion old) {
        return applyTo(old.kind(), old.name(), old.json());
    }

    /// Applies the patch.
    default Reply<Json.Obj> applyTo(Kind kind, String name, Json.Obj object) {
        return switch (this) {
            case Merge(var change) -> Reply.of(MergePatch.merge(object, change));
            case Strategic(var change) ->
                    Reply.of(
                            StrategicMergePatch.merge(
                                    Schemas.of(kind).orElse(null), object, change));
            case Operations(var operations) -> {
                try {
                    yield Reply.of(JsonPatch.apply(object, operations));
                } catch (JsonPatch.Impossible e) {
                    yield Reply.no(StatusError.badPatch());
                }
            }
        };
    }
}
