package dev.berth.apiserver.discovery;

import dev.berth.controlplane.api.ApiResource;
import dev.berth.controlplane.api.ResourceRegistry;
import dev.berth.controlplane.schema.OpenApiSchemas;
import dev.berth.model.Kind;
import dev.berth.model.KubernetesVersion;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/// The schemas of all kinds as OpenAPI 3, one document for each group and version, created at its
/// first use.
public final class OpenApiV3 {
    static final String NAME = "Kubernetes";

    private static final List<String> PATCHES =
            List.of(
                    "application/json-patch+json",
                    "application/merge-patch+json",
                    "application/strategic-merge-patch+json");

    private final ResourceRegistry catalog;
    private final Discovery discovery;
    private final ConcurrentMap<String, Json.Obj> made = new ConcurrentHashMap<>();

    public OpenApiV3(ResourceRegistry catalog, Discovery discovery) {
        this.catalog = catalog;
        this.discovery = discovery;
    }

    /// `/openapi/v3`.
    public Json.Obj index() {
        Json.Obj paths = Json.Obj.EMPTY;
        for (String groupVersion : discovery.groupVersions()) {
            String path = path(groupVersion);
            String hash = "%08X".formatted(document(path).orElse(Json.Obj.EMPTY).text().hashCode());
            paths =
                    paths.with(
                            path,
                            Json.Obj.of(
                                    "serverRelativeURL",
                                    Json.of("/openapi/v3/" + path + "?hash=" + hash)));
        }
        return Json.Obj.of("paths", paths);
    }

    private static String path(String groupVersion) {
        return (groupVersion.contains("/") ? "apis/" : "api/") + groupVersion;
    }

    /// @param path below `/openapi/v3/`: `api/v1`, `apis/apps/v1`
    public Optional<Json.Obj> document(String path) {
        for (String groupVersion : discovery.groupVersions()) {
            if (path(groupVersion).equals(path)) {
                return Optional.of(made.computeIfAbsent(path, _ -> make(groupVersion)));
            }
        }
        return Optional.empty();
    }

    private Json.Obj make(String groupVersion) {
        Json.Obj paths = Json.Obj.EMPTY;
        var kinds = new ArrayList<Kind>();
        for (ApiResource resource : catalog.all()) {
            Kind kind = resource.kind();
            if (kind.apiVersion().equals(groupVersion)) {
                kinds.add(kind);
                String path =
                        "/"
                                + path(groupVersion)
                                + (kind.namespaced() ? "/namespaces/{namespace}/" : "/")
                                + kind.plural();
                paths = paths.with(path, operations(kind, "post"));
                paths =
                        paths.with(
                                path + "/{name}",
                                operations(kind, "put").with("patch", patch(kind)));
            }
        }
        return Json.Obj.EMPTY
                .with("openapi", "3.0.0")
                .with("info", info())
                .with("paths", paths)
                .with("components", Json.Obj.of("schemas", OpenApiSchemas.of(kinds)));
    }

    static Json.Obj info() {
        return Json.Obj.EMPTY.with("title", NAME).with("version", KubernetesVersion.RELEASE);
    }

    private static Json.Obj operations(Kind kind, String method) {
        return Json.Obj.of(
                method,
                operation(kind, method)
                        .with(
                                "requestBody",
                                body(List.of("application/json", "application/yaml"))));
    }

    private static Json.Obj patch(Kind kind) {
        return operation(kind, "patch").with("requestBody", body(PATCHES));
    }

    private static Json.Obj operation(Kind kind, String action) {
        return Json.Obj.EMPTY
                .with(
                        "parameters",
                        Json.arr(
                                parameter("dryRun"),
                                parameter("fieldManager"),
                                parameter("fieldValidation")))
                .with("responses", Json.Obj.of("200", Json.Obj.of("description", Json.of("OK"))))
                .with("x-kubernetes-action", action)
                .with("x-kubernetes-group-version-kind", groupVersionKind(kind));
    }

    private static Json.Obj body(List<String> types) {
        Json.Obj content = Json.Obj.EMPTY;
        for (String type : types) {
            content = content.with(type, Json.Obj.EMPTY);
        }
        return Json.Obj.of("content", content);
    }

    private static Json.Obj parameter(String name) {
        return Json.Obj.EMPTY
                .with("name", name)
                .with("in", "query")
                .with("schema", Json.Obj.EMPTY.with("type", "string").with("uniqueItems", true));
    }

    static Json.Obj groupVersionKind(Kind kind) {
        return Json.Obj.EMPTY
                .with("group", kind.group())
                .with("kind", kind.name())
                .with("version", kind.version());
    }
}
