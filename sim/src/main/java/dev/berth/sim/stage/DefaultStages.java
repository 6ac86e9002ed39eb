package dev.berth.sim.stage;

import dev.berth.model.json.Json;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;

/// The default stages: pods run after they are bound, finish as their annotations require, and
/// terminate after their deletion.
public final class DefaultStages {
    private DefaultStages() {}

    /// The manifests in `default-stages.json`.
    public static List<Json.Obj> manifests() {
        try (InputStream in = DefaultStages.class.getResourceAsStream("default-stages.json")) {
            var file = (Json.Arr) Json.parse(Objects.requireNonNull(in));
            return file.elements().stream().map(Json.Obj.class::cast).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
