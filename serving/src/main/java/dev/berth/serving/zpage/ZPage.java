package dev.berth.serving.zpage;

import dev.berth.model.json.Json;
import dev.berth.serving.http.Endpoint;
import dev.berth.serving.http.MediaRange;
import dev.berth.serving.http.ServerRequest;
import dev.berth.serving.http.ServerResponse;
import dev.berth.serving.http.StatusResponses;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// A page that is text, or an object for clients that accept its kind and version.
public final class ZPage implements Endpoint {
    private static final String GROUP = "config.k8s.io";
    private static final String OLD_VERSION = "v1alpha1";
    private static final String VERSION = "v1beta1";
    private static final String JSON = "json";
    private static final String YAML = "yaml";
    private static final String CBOR = "cbor";
    private static final String ACCEPTED = "application/json, application/yaml, text/plain";

    private final Content content;
    private final Formats formats;

    ZPage(Content content, Formats formats) {
        this.content = content;
        this.formats = formats;
    }

    /// The formats in addition to JSON and text.
    ///
    /// @param yaml formats an object as YAML
    /// @param cbor whether CBOR is served (the gate `CBORServingAndStorage`)
    public record Formats(Function<Json.Obj, String> yaml, boolean cbor) {}

    /// The content of a page.
    interface Content {
        /// For example `Statusz`.
        String kind();

        String text();

        /// The fields without kind, version and metadata.
        Json.Obj fields();
    }

    @Override
    public ServerResponse answer(ServerRequest call) {
        String accept = call.header("Accept").orElse("");
        if (accept.isBlank()) {
            return ServerResponse.text(content.text());
        }
        for (MediaRange range : MediaRange.preferred(accept)) {
            String version = range.parameters().getOrDefault("v", "");
            boolean object =
                    content.kind().equals(range.parameters().get("as"))
                            && GROUP.equals(range.parameters().get("g"))
                            && (version.equals(VERSION) || version.equals(OLD_VERSION));
            Optional<String> format = object ? format(range) : Optional.empty();
            if (format.isPresent()) {
                return written(
                                call,
                                ServerResponse.OK,
                                format.get(),
                                parameters(version),
                                object(version))
                        .withAll(warning(version));
            }
            if (range.includes("text", "plain") && !range.namesAnObject()) {
                return ServerResponse.text(content.text());
            }
        }
        return notAcceptable(call, accept);
    }

    /// The first format that the range includes.
    private Optional<String> format(MediaRange range) {
        return Stream.of(JSON, YAML, CBOR)
                .filter(format -> formats.cbor() || !format.equals(CBOR))
                .filter(format -> range.includes("application", format))
                .findFirst();
    }

    // Parity: ErrorNegotiated writes the error in a format that the client accepts, or else in
    // JSON.
    private ServerResponse notAcceptable(ServerRequest call, String accept) {
        String format =
                MediaRange.preferred(accept).stream()
                        .filter(range -> !range.namesAnObject())
                        .flatMap(range -> format(range).stream())
                        .findFirst()
                        .orElse(JSON);
        Json.Obj status =
                StatusResponses.notAcceptable(
                        formats.cbor() ? ACCEPTED + ", application/cbor" : ACCEPTED);
        return written(call, ServerResponse.NOT_ACCEPTABLE, format, "", status);
    }

    private ServerResponse written(
            ServerRequest call, int status, String format, String parameters, Json.Obj object) {
        String type = "application/" + format + parameters;
        return switch (format) {
            case YAML -> ServerResponse.of(status, type, formats.yaml().apply(object));
            case CBOR -> ServerResponse.of(status, type, Cbor.of(object));
            default -> StatusResponses.json(call, status, type, object);
        };
    }

    private String parameters(String version) {
        return ";g=%s;v=%s;as=%s".formatted(GROUP, version, content.kind());
    }

    private Map<String, String> warning(String version) {
        return version.equals(VERSION)
                ? Map.of()
                : Map.of(
                        "Warning",
                        "299 - \"This version of the %s endpoint is deprecated. Please use a newer version.\""
                                .formatted(content.kind().toLowerCase(Locale.ROOT)));
    }

    private Json.Obj object(String version) {
        var object =
                Json.Obj.builder()
                        .put("kind", content.kind())
                        .put("apiVersion", GROUP + "/" + version)
                        .put("metadata", Json.Obj.of("name", Json.of(StatusPage.COMPONENT)));
        content.fields().fields().forEach(object::put);
        return object.build();
    }
}
