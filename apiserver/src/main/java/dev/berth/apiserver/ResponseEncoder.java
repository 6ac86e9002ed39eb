package dev.berth.apiserver;

import dev.berth.apiserver.table.TableEncoder;
import dev.berth.controlplane.api.ListPage;
import dev.berth.controlplane.tree.Path;
import dev.berth.engine.port.Clock;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import java.util.List;

/// Encodes the objects of a kind in the requested form.
record ResponseEncoder(
        Kind kind, ResponseFormat.Shape shape, TableEncoder.Include include, Clock clock) {
    private static final Path VERSION = Path.of("metadata", "resourceVersion");

    static TableEncoder.Include include(RequestOptions params) {
        return switch (params.text("includeObject")) {
            case "None" -> TableEncoder.Include.NONE;
            case "Object" -> TableEncoder.Include.OBJECT;
            default -> TableEncoder.Include.METADATA;
        };
    }

    Json.Obj one(Json.Obj object) {
        return switch (shape) {
            case WHOLE -> object;
            case TABLE -> table(object, true);
            case METADATA -> TableEncoder.metadata(object);
        };
    }

    /// @param first whether it is the first object of a stream
    Json.Obj next(Json.Obj object, boolean first) {
        return shape == ResponseFormat.Shape.TABLE ? table(object, first) : one(object);
    }

    private Json.Obj table(Json.Obj object, boolean columns) {
        Json.Obj metadata = Json.Obj.of("resourceVersion", Json.of(VERSION.text(object)));
        return TableEncoder.of(kind, metadata, List.of(object), include, columns, clock.instant());
    }

    Json.Obj list(ListPage page) {
        Json.Obj metadata = Json.Obj.of("resourceVersion", Json.of(Long.toString(page.revision())));
        if (!page.continued().isEmpty()) {
            metadata = metadata.with("continue", page.continued());
        }
        if (page.remaining() > 0) {
            metadata = metadata.with("remainingItemCount", page.remaining());
        }
        return switch (shape) {
            case TABLE ->
                    TableEncoder.of(kind, metadata, rows(page), include, true, clock.instant());
            case WHOLE ->
                    listed(
                            kind.name() + "List",
                            kind.apiVersion(),
                            metadata,
                            List.copyOf(page.objects()));
            case METADATA ->
                    listed(
                            "PartialObjectMetadataList",
                            "meta.k8s.io/v1",
                            metadata,
                            page.objects().stream()
                                    .map(it -> (Json) TableEncoder.metadata(it))
                                    .toList());
        };
    }

    /// The objects of a list have no kind, but the objects of table rows do.
    private List<Json.Obj> rows(ListPage page) {
        return include == TableEncoder.Include.OBJECT
                ? page.objects().stream()
                        .map(it ->
                                it.with("kind", kind.name()).with("apiVersion", kind.apiVersion()))
                        .toList()
                : page.objects();
    }

    private static Json.Obj listed(
            String kind, String apiVersion, Json.Obj metadata, List<Json> items) {
        return Json.Obj.EMPTY
                .with("kind", kind)
                .with("apiVersion", apiVersion)
                .with("metadata", metadata)
                .with("items", new Json.Arr(items));
    }
}
