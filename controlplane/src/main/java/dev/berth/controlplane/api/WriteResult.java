package dev.berth.controlplane.api;

import dev.berth.model.json.Json;

import java.util.List;
import java.util.stream.Stream;

/// The object that a write returns to the client, with warnings.
///
/// @param changed whether the write created or removed the object, as opposed to an update
public record WriteResult(Json.Obj object, boolean changed, List<String> warnings) {
    public WriteResult {
        warnings = List.copyOf(warnings);
    }

    /// Adds warnings.
    public WriteResult warned(List<String> more) {
        return new WriteResult(
                object, changed, Stream.concat(warnings.stream(), more.stream()).toList());
    }
}
