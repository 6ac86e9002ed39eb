package dev.berth.controlplane.api;

import dev.berth.model.json.Json;

import java.util.List;
import java.util.stream.Stream;

/// An object after a change, as the client sees it, and what the client ought to know.
///
/// @param changed whether the object came into being or went, and did not merely change
public record WriteResult(Json.Obj object, boolean changed, List<String> warnings) {
    public WriteResult {
        warnings = List.copyOf(warnings);
    }

    /// The same with more that the client ought to know.
    public WriteResult warned(List<String> more) {
        return new WriteResult(
                object, changed, Stream.concat(warnings.stream(), more.stream()).toList());
    }
}
