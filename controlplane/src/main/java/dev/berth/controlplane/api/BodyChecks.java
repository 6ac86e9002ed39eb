package dev.berth.controlplane.api;

import dev.berth.controlplane.store.Reply;
import dev.berth.controlplane.store.StatusError;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import java.util.regex.Pattern;

/// Checks that the kind, API version, name and namespace of a request body match the URL.
final class BodyChecks {
    static final Path API_VERSION = Path.of("apiVersion");
    static final Path KIND = Path.of("kind");
    static final Path NAME = Path.of("metadata", "name");
    static final Path NAMESPACE = Path.of("metadata", "namespace");

    private static final Pattern BETA = Pattern.compile("/v[0-9]+(alpha|beta)[0-9]+$");

    private BodyChecks() {}

    /// Sets `kind` and `apiVersion`, which a client may omit.
    static Reply<Json.Obj> ofKind(ResourceRegistry catalog, Kind wanted, Json.Obj object) {
        String version = API_VERSION.text(object);
        String kind = KIND.text(object);
        if (version.isEmpty() && kind.isEmpty()) {
            return Reply.of(
                    object.with("kind", wanted.name()).with("apiVersion", wanted.apiVersion()));
        }
        String apiVersion = version.isEmpty() ? wanted.apiVersion() : version;
        String name = kind.isEmpty() ? wanted.name() : kind;
        if (apiVersion.equals(wanted.apiVersion()) && name.equals(wanted.name())) {
            return Reply.of(
                    object.with("kind", wanted.name()).with("apiVersion", wanted.apiVersion()));
        }
        if (inAnotherVersion(wanted, apiVersion, name)) {
            return Reply.no(
                    StatusError.badRequest(
                            "the API version in the data (%s) does not match the expected API version (%s)"
                                    .formatted(apiVersion, wanted.apiVersion())));
        }
        String shortVersion = apiVersion.substring(apiVersion.indexOf('/') + 1);
        String why =
                catalog.ofKind(apiVersion, name).isPresent()
                        ? "converting (%s.%s) to (%s.%s): unknown conversion"
                                .formatted(shortVersion, name, internal(wanted), wanted.name())
                        : "no kind \"%s\" is registered for version \"%s\" in scheme \"pkg/runtime/scheme.go:111\""
                                .formatted(name, apiVersion);
        return Reply.no(
                StatusError.badRequest(
                        "%s in version \"%s\" cannot be handled as a %s: %s"
                                .formatted(name, shortVersion, wanted.name(), why)));
    }

    /// Whether the body has the same kind in another API version.
    private static boolean inAnotherVersion(Kind wanted, String apiVersion, String name) {
        if (!name.equals(wanted.name())) {
            return false;
        }
        int slash = apiVersion.indexOf('/');
        String group = slash < 0 ? "" : apiVersion.substring(0, slash);
        boolean moved =
                group.equals("extensions") && wanted.group().equals("apps")
                        || name.equals("Event")
                                && (group.isEmpty() || group.equals("events.k8s.io"));
        return moved || group.equals(wanted.group()) && BETA.matcher(apiVersion).find();
    }

    private static String internal(Kind kind) {
        String group = kind.group();
        int dot = group.indexOf('.');
        return group.isEmpty() ? "core" : dot < 0 ? group : group.substring(0, dot);
    }

    /// Sets the namespace of the URL in the object.
    static Reply<Json.Obj> in(Kind kind, String namespace, Json.Obj object) {
        if (!kind.namespaced()) {
            return Reply.of(NAMESPACE.remove(object));
        }
        String given = NAMESPACE.text(object);
        return given.isEmpty() || given.equals(namespace)
                ? Reply.of(NAMESPACE.set(object, namespace))
                : Reply.no(
                        StatusError.badRequest(
                                "the namespace of the provided object does not match the namespace"
                                        + " sent on the request"));
    }

    static Reply<Json.Obj> named(String name, Json.Obj object) {
        String given = NAME.text(object);
        if (given.isEmpty()) {
            return Reply.no(
                    StatusError.badRequest(
                            "the name of the object (%s based on URL) was undeterminable: name must be provided"
                                    .formatted(name)));
        }
        return given.equals(name)
                ? Reply.of(object)
                : Reply.no(
                        StatusError.badRequest(
                                "the name of the object (%s) does not match the name on the URL (%s)"
                                        .formatted(given, name)));
    }
}
