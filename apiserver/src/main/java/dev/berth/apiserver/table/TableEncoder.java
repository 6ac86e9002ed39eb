package dev.berth.apiserver.table;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import java.time.Instant;
import java.util.List;

/// Encodes objects as tables.
public final class TableEncoder {
    /// The part of an object that its row contains.
    public enum Include {
        NONE,
        METADATA,
        OBJECT
    }

    private static final String API_VERSION = "meta.k8s.io/v1";

    private TableEncoder() {}

    /// @param metadata the metadata of the table
    /// @param columns whether to include the column definitions, which a watch sends once
    public static Json.Obj of(
            Kind kind,
            Json.Obj metadata,
            List<Json.Obj> objects,
            Include include,
            boolean columns,
            Instant now) {
        Layout layout = Layouts.of(kind);
        List<Json> definitions =
                columns
                        ? layout.columns().stream().map(it -> (Json) it.json()).toList()
                        : List.of();
        List<Json> rows = objects.stream().map(it -> (Json) row(layout, it, include, now)).toList();
        return Json.Obj.builder()
                .put("kind", "Table")
                .put("apiVersion", API_VERSION)
                .put("metadata", metadata)
                .put("columnDefinitions", columns ? new Json.Arr(definitions) : Json.Null.NULL)
                .put("rows", new Json.Arr(rows))
                .build();
    }

    private static Json.Obj row(Layout layout, Json.Obj object, Include include, Instant now) {
        Json.Obj row = Json.Obj.of("cells", new Json.Arr(layout.cells().of(object, now)));
        Json.Obj withConditions = layout.equals(PodLayout.LAYOUT) ? ended(row, object) : row;
        return switch (include) {
            case NONE -> withConditions;
            case METADATA -> withConditions.with("object", metadata(object));
            case OBJECT -> withConditions.with("object", object);
        };
    }

    /// Adds the condition of terminated pods, which some clients gray out.
    private static Json.Obj ended(Json.Obj row, Json.Obj pod) {
        return switch (Path.of("status", "phase").text(pod)) {
            case "Succeeded" ->
                    row.with("conditions", completed("Succeeded", "has completed successfully"));
            case "Failed" -> row.with("conditions", completed("Failed", "failed"));
            default -> row;
        };
    }

    private static Json.Arr completed(String reason, String how) {
        return Json.arr(
                Json.Obj.EMPTY
                        .with("type", "Completed")
                        .with("status", "True")
                        .with("reason", reason)
                        .with("message", "The pod " + how + "."));
    }

    /// Returns the `PartialObjectMetadata` of an object.
    public static Json.Obj metadata(Json.Obj object) {
        return Json.Obj.EMPTY
                .with("kind", "PartialObjectMetadata")
                .with("apiVersion", API_VERSION)
                .with("metadata", Path.of("metadata").object(object));
    }
}
