package dev.berth.apiserver;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.controlplane.api.ApiResource;
import dev.berth.controlplane.store.Patch;
import dev.berth.controlplane.store.StatusError;
import dev.berth.controlplane.store.StatusReason;
import dev.berth.kubeclient.wire.ProtobufObjects;
import dev.berth.manifest.ManifestException;
import dev.berth.manifest.Manifests;
import dev.berth.model.json.Json;
import dev.berth.model.json.JsonException;
import dev.berth.serving.http.ServerRequest;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/// Reads the bodies of requests: objects in JSON, YAML or protobuf, and patches.
final class RequestBodies {
    private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";
    private static final String OBJECTS = "application/json, application/yaml, " + PROTOBUF;
    private static final String PATCHES =
            "application/json-patch+json, application/merge-patch+json,"
                    + " application/strategic-merge-patch+json";

    private RequestBodies() {}

    /// Reads an object of a resource. The kind and apiVersion are optional.
    ///
    /// @throws ApiStatusException if the body is invalid
    static Json.Obj object(ServerRequest call, ApiResource resource) {
        return object(call, resource.kind().apiVersion(), resource.kind().name());
    }

    static Json.Obj object(ServerRequest call, String apiVersion, String kind) {
        Json.Obj given = read(call, kind);
        Json.Obj named = present(given, "kind") ? given : given.with("kind", kind);
        return present(named, "apiVersion") ? named : named.with("apiVersion", apiVersion);
    }

    private static boolean present(Json.Obj object, String field) {
        return object.field(field).filter(it -> !it.equals(Json.Str.EMPTY)).isPresent();
    }

    /// Reads an object, or nothing from an empty body.
    static Optional<Json.Obj> optional(ServerRequest call, String kind) {
        return call.body().length == 0 ? Optional.empty() : Optional.of(read(call, kind));
    }

    private static Json.Obj read(ServerRequest call, String kind) {
        if (call.body().length == 0) {
            throw unrecognized(kind, "unexpected end of JSON input (<empty>)");
        }
        Json tree =
                switch (type(call)) {
                    case "", ResponseFormat.JSON_TYPE -> json(call, kind);
                    case ResponseFormat.YAML_TYPE -> yaml(call, kind);
                    case PROTOBUF -> protobuf(call, kind);
                    default -> throw new ApiStatusException(RequestErrors.unknownFormat(OBJECTS));
                };
        if (tree instanceof Json.Obj object) {
            return object;
        }
        throw unrecognized(kind, "json: cannot unmarshal into Go value of type struct");
    }

    static Patch patch(ServerRequest call) {
        String type = type(call);
        return switch (type) {
            case "application/json-patch+json" -> new Patch.Operations(operations(call));
            case "application/merge-patch+json" -> new Patch.Merge(change(call));
            case "application/strategic-merge-patch+json" -> new Patch.Strategic(change(call));
            case "application/apply-patch+yaml", "application/apply-patch+cbor" ->
                    throw new ApiStatusException(
                            new StatusError(
                                    StatusReason.UNSUPPORTED_MEDIA_TYPE,
                                    "server-side apply is not offered by the embedded cluster; use"
                                            + " kubectl apply without --server-side, or one of: "
                                            + PATCHES));
            default -> throw new ApiStatusException(RequestErrors.UNKNOWN_PATCH);
        };
    }

    private static List<Json> operations(ServerRequest call) {
        if (patchTree(call) instanceof Json.Arr(var elements)) {
            return elements;
        }
        throw new ApiStatusException(
                StatusError.badRequest(
                        "error decoding patch: json: cannot unmarshal object into Go value of type"
                                + " []handlers.jsonPatchOp"));
    }

    private static Json.Obj change(ServerRequest call) {
        if (patchTree(call) instanceof Json.Obj object) {
            return object;
        }
        throw new ApiStatusException(
                StatusError.badRequest(
                        "json: cannot unmarshal array into Go value of type map[string]interface"
                                + " {}"));
    }

    private static Json patchTree(ServerRequest call) {
        try {
            return Json.parse(call.body());
        } catch (JsonException e) {
            throw new ApiStatusException(
                    StatusError.badRequest("error decoding patch: " + e.getMessage()));
        }
    }

    private static Json json(ServerRequest call, String kind) {
        try {
            return Json.parse(call.body());
        } catch (JsonException e) {
            throw unrecognized(kind, String.valueOf(e.getMessage()));
        }
    }

    private static Json yaml(ServerRequest call, String kind) {
        try {
            return Manifests.parseFirst("body", new String(call.body(), UTF_8)).json();
        } catch (ManifestException e) {
            throw unrecognized(kind, String.valueOf(e.getMessage()));
        }
    }

    private static Json protobuf(ServerRequest call, String kind) {
        try {
            return Messages.ALL
                    .read(call.body())
                    .orElseThrow(() -> unrecognized(kind, "unknown to the embedded cluster"));
        } catch (IOException e) {
            throw unrecognized(kind, String.valueOf(e.getMessage()));
        }
    }

    /// Loaded at the first use.
    private static final class Messages {
        static final ProtobufObjects ALL = read();

        private static ProtobufObjects read() {
            try (InputStream in = RequestBodies.class.getResourceAsStream("messages.txt")) {
                return new ProtobufObjects(
                        new String(Objects.requireNonNull(in).readAllBytes(), UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static ApiStatusException unrecognized(String kind, String why) {
        return new ApiStatusException(
                StatusError.badRequest(
                        "the object provided is unrecognized (must be of type %s): couldn't get version/kind; json parse error: %s"
                                .formatted(kind, why)));
    }

    private static String type(ServerRequest call) {
        String header = call.header("Content-Type").orElse("");
        int end = header.indexOf(';');
        return (end < 0 ? header : header.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    }
}
