package dev.berth.apiserver;

import dev.berth.manifest.YamlText;
import dev.berth.model.json.Json;
import dev.berth.serving.http.MediaRange;
import dev.berth.serving.http.ServerRequest;
import dev.berth.serving.http.ServerResponse;

import java.io.ByteArrayOutputStream;
import java.util.Map;
import java.util.Optional;

/// The format of responses, from the `Accept` header.
///
/// @param indented whether the output is indented for people
record ResponseFormat(Shape shape, boolean yaml, boolean indented) {
    static final String JSON_TYPE = "application/json";
    static final String YAML_TYPE = "application/yaml";

    private static final String META = "meta.k8s.io";

    /// The content of a response: complete objects, a table, or metadata only.
    enum Shape {
        WHOLE,
        TABLE,
        METADATA
    }

    /// Returns nothing if the client accepts none of the supported formats.
    static Optional<ResponseFormat> of(ServerRequest call) {
        String accept = String.join(",", call.headers().all("Accept"));
        boolean indented = call.wantsIndentation();
        if (accept.isBlank()) {
            return Optional.of(new ResponseFormat(Shape.WHOLE, false, indented));
        }
        for (MediaRange range : MediaRange.preferred(accept)) {
            Optional<Shape> shape = shape(range.parameters());
            if (shape.isPresent() && range.includes("application", "json")) {
                return Optional.of(new ResponseFormat(shape.get(), false, indented));
            }
            if (shape.isPresent() && range.includes("application", "yaml")) {
                return Optional.of(new ResponseFormat(shape.get(), true, indented));
            }
        }
        return Optional.empty();
    }

    private static Optional<Shape> shape(Map<String, String> parameters) {
        String as = parameters.getOrDefault("as", "");
        if (as.isEmpty()) {
            return Optional.of(Shape.WHOLE);
        }
        if (!parameters.getOrDefault("g", "").equals(META)
                || !parameters.getOrDefault("v", "").equals("v1")) {
            return Optional.empty();
        }
        return switch (as) {
            case "Table" -> Optional.of(Shape.TABLE);
            case "PartialObjectMetadata", "PartialObjectMetadataList" ->
                    Optional.of(Shape.METADATA);
            default -> Optional.empty();
        };
    }

    /// Returns the format without tables, for responses that are not resources.
    ResponseFormat plain() {
        return new ResponseFormat(Shape.WHOLE, yaml, indented);
    }

    ServerResponse answer(int status, Json.Obj object) {
        if (yaml) {
            return ServerResponse.of(status, YAML_TYPE, YamlText.of(object));
        }
        return indented
                ? ServerResponse.of(status, JSON_TYPE, object.pretty() + "\n")
                : ServerResponse.of(status, JSON_TYPE, line(object));
    }

    private static byte[] line(Json.Obj object) {
        var out = new ByteArrayOutputStream(1024);
        object.writeTo(out);
        out.write('\n');
        return out.toByteArray();
    }
}
