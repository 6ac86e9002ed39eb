package dev.berth.manifest;

import dev.berth.model.json.DecodeException;
import dev.berth.model.json.Json;

import java.util.function.Function;

/// One object of a manifest file.
public record Manifest(Json.Obj object, String apiVersion, String kind, Origin origin) {

    /// Decodes the object.
    ///
    /// @throws ManifestException instead of the decoder's [DecodeException], with line and column
    public <T> T decode(Function<Json.Obj, T> decoder) {
        try {
            return decoder.apply(object);
        } catch (DecodeException e) {
            throw origin.failure(e);
        }
    }
}
