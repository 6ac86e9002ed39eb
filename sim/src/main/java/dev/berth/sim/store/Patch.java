package dev.berth.sim.store;

import dev.berth.model.json.Json;

/// A change given by what is different.
public sealed interface Patch {
    /// A JSON merge patch (RFC 7386): objects are merged, null removes, all else replaces.
    record Merge(Json.Obj change) implements Patch {}

    /// Kubernetes' own: as a merge patch, but lists whose elements have a key are merged element by
    /// element.
    record Strategic(Json.Obj change) implements Patch {}

    default Reply<Json.Obj> applyTo(ObjectVersion old) {
        return switch (this) {
            case Merge(var change) -> Reply.of(Merging.merge(old.json(), change));
            case Strategic(var change) -> Reply.of(StrategicMerging.merge(old.json(), change));
        };
    }
}
