package dev.berth.serving.zpage;

import dev.berth.model.json.Json;
import dev.berth.serving.http.Endpoint;
import dev.berth.serving.http.MediaRange;
import dev.berth.serving.http.ServerRequest;
import dev.berth.serving.http.ServerResponse;
import dev.berth.serving.http.StatusResponses;

import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/// A page that is text, or an object for clients that accept its kind and version.
final class ZPage implements Endpoint {
    private static final String GROUP = "config.k8s.io";
    private static final String OLD_VERSION = "v1alpha1";
    private static final String VERSION = "v1beta1";
    private static final String ACCEPTED = "application/json, application/yaml, text/plain";

    private final Content content;
    private final Function<Json.Obj, String> yaml;

    ZPage(Content content, Function<Json.Obj, String> yaml) {
        this.content = content;
        this.yaml = yaml;
    }

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
            if (object && range.includes("application", "json")) {
                return StatusResponses.json(
                                call, ServerResponse.OK, type("json", version), object(version))
                        .withAll(warning(version));
            }
            if (object && range.includes("application", "yaml")) {
                return ServerResponse.of(
                                ServerResponse.OK,
                                type("yaml", version),
                                yaml.apply(object(version)))
                        .withAll(warning(version));
            }
            if (range.includes("text", "plain") && !range.namesAnObject()) {
                return ServerResponse.text(content.text());
            }
        }
        return StatusResponses.notAcceptable(call, ACCEPTED);
    }

    private String type(String format, String version) {
        return "application/%s;g=%s;v=%s;as=%s".formatted(format, GROUP, version, content.kind());
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
