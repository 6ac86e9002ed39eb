package dev.berth.config;

import dev.berth.model.json.Json;
import dev.berth.model.json.JsonPath;

import java.util.regex.Pattern;

/// Checks the `apiVersion` and `kind` of a document, and explains what to do if they are wrong.
final class DocumentKind {
    private static final Pattern OLDER =
            Pattern.compile(Pattern.quote(Document.GROUP) + "/v1(alpha|beta)[0-9]+");

    private DocumentKind() {}

    /// @throws ConfigurationException if this is not a supported `KubeSchedulerConfiguration`
    static Json.Obj checked(Json json, PluginRegistry registry, ConfigurationProblems findings) {
        if (json instanceof Json.Null) {
            findings.add(JsonPath.ROOT, "Object 'Kind' is missing in ''");
            throw findings.thrown();
        }
        if (!(json instanceof Json.Obj object)) {
            findings.add(
                    JsonPath.ROOT,
                    "couldn't get version/kind; " + json.text() + " is not an object");
            throw findings.thrown();
        }
        String apiVersion = text(object, "apiVersion", findings);
        String kind = text(object, "kind", findings);
        if (kind.isEmpty() || apiVersion.isEmpty()) {
            findings.add(
                    JsonPath.ROOT,
                    "Object '%s' is missing in '%s'"
                            .formatted(kind.isEmpty() ? "Kind" : "apiVersion", object.text()));
            throw findings.thrown();
        }
        if (kind.equals(Document.KIND) && apiVersion.equals(Document.API_VERSION)) {
            return object;
        }
        if (apiVersion.equals(Document.API_VERSION) && isArguments(kind, registry)) {
            findings.add(
                    JsonPath.ROOT.field("kind"),
                    "couldn't decode as %s, got %s, Kind=%s: arguments stand in a profile, under pluginConfig"
                            .formatted(Document.KIND, apiVersion, kind));
            throw findings.thrown();
        }
        findings.add(
                JsonPath.ROOT.field(kind.equals(Document.KIND) ? "apiVersion" : "kind"),
                "no kind \"%s\" is registered for version \"%s\"; %s"
                        .formatted(kind, apiVersion, extenderResult(kind, apiVersion)));
        throw findings.thrown();
    }

    private static String text(Json.Obj object, String field, ConfigurationProblems findings) {
        return switch (object.fields().getOrDefault(field, Json.Null.NULL)) {
            case Json.Str(var text) -> text;
            case Json.Null _ -> "";
            case Json other -> {
                findings.add(
                        JsonPath.ROOT.field(field),
                        "couldn't get version/kind; %s: %s is not a string"
                                .formatted(field, other.text()));
                throw findings.thrown();
            }
        };
    }

    private static boolean isArguments(String kind, PluginRegistry registry) {
        return kind.endsWith("Args")
                && registry.find(kind.substring(0, kind.length() - "Args".length())).isPresent();
    }

    private static String extenderResult(String kind, String apiVersion) {
        if (kind.equals(PolicyDocument.KIND) && PolicyDocument.API_VERSIONS.contains(apiVersion)) {
            return "a Policy goes with --policy-config-file, and berth config migrate makes a "
                    + Document.KIND
                    + " of it";
        }
        return kind.equals(Document.KIND) && OLDER.matcher(apiVersion).matches()
                ? "that version is gone since Kubernetes 1.29: write "
                        + Document.API_VERSION
                        + " and see docs/operate/configuration.md for what to rename"
                : "it must be " + Document.KIND + " of " + Document.API_VERSION;
    }
}
