package dev.berth.controlplane.api;

import dev.berth.controlplane.store.DeleteRequest;
import dev.berth.controlplane.store.Patch;
import dev.berth.controlplane.store.Reply;
import dev.berth.controlplane.store.StatusError;
import dev.berth.controlplane.store.WriteScope;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;

/// Sends the recorded requests of a real API server to the API, as the HTTP layer would.
final class Replay {
    /// A response in the form of the recording.
    record Answer(int code, Json body, List<String> warnings) {}

    private final Api api;

    Replay(Api api) {
        this.api = api;
    }

    Answer send(Json request) {
        String method = Path.of("method").text(request);
        String[] address = Path.of("path").text(request).split("\\?", 2);
        Map<String, String> query = query(address.length > 1 ? address[1] : "");
        List<String> steps = List.of(address[0].substring(1).split("/"));
        boolean core = steps.getFirst().equals("api");
        String group = core ? "" : steps.get(1);
        List<String> rest = steps.subList(core ? 2 : 3, steps.size());
        String namespace = "";
        if (rest.getFirst().equals("namespaces")
                && rest.size() > 2
                && !rest.get(2).equals("status")
                && !rest.get(2).equals("finalize")) {
            namespace = rest.get(1);
            rest = rest.subList(2, rest.size());
        }
        ApiResource resource = api.catalog().find(group, "v1", rest.getFirst()).orElseThrow();
        String name = rest.size() > 1 ? rest.get(1) : "";
        String part = rest.size() > 2 ? rest.get(2) : "";
        Json body = Path.of("body").find(request).orElse(Json.Obj.EMPTY);
        var target = new Target(resource, namespace, name, part, query, body);
        return switch (method) {
            case "GET" -> name.isEmpty() ? listed(target) : got(target);
            case "POST" -> written(target.created(api), 201, true);
            case "PUT" -> written(target.replaced(api), 200, true);
            case "PATCH" -> written(target.patched(api, Path.of("type").text(request)), 200, false);
            default -> name.isEmpty() ? cleared(target) : written(target.deleted(api), 200, false);
        };
    }

    private Answer got(Target target) {
        Reply<Json.Obj> got =
                target.part.equals("scale")
                        ? api.scale(target.resource, target.namespace, target.name)
                        : api.get(target.resource, target.namespace, target.name);
        return switch (got) {
            case Reply.Granted<Json.Obj>(var object) -> new Answer(200, object, List.of());
            case Reply.Refused<Json.Obj>(var why) -> rejected(why);
        };
    }

    private Answer listed(Target target) {
        return paged(target, api.list(target.resource, target.namespace, target.listOptions()));
    }

    private Answer cleared(Target target) {
        return paged(
                target,
                api.deleteCollection(
                        target.resource,
                        target.namespace,
                        target.listOptions(),
                        target.deleteOptions()));
    }

    private static Answer paged(Target target, Reply<ListPage> reply) {
        return switch (reply) {
            case Reply.Granted<ListPage>(var page) -> {
                Json.Obj metadata = Json.Obj.of("resourceVersion", Json.of("" + page.revision()));
                if (!page.continued().isEmpty()) {
                    metadata = metadata.with("continue", page.continued());
                }
                if (page.remaining() >= 0) {
                    metadata = metadata.with("remainingItemCount", page.remaining());
                }
                yield new Answer(
                        200,
                        Json.Obj.EMPTY
                                .with("kind", target.resource.listKind())
                                .with("apiVersion", target.resource.kind().apiVersion())
                                .with("metadata", metadata)
                                .with("items", new Json.Arr(List.copyOf(page.objects()))),
                        List.of());
            }
            case Reply.Refused<ListPage>(var why) -> rejected(why);
        };
    }

    private static Answer written(Reply<WriteResult> reply, int code, boolean made) {
        return switch (reply) {
            case Reply.Granted<WriteResult>(var written) ->
                    new Answer(
                            made && written.changed() ? 201 : code,
                            written.object(),
                            written.warnings());
            case Reply.Refused<WriteResult>(var why) -> rejected(why);
        };
    }

    private static Answer rejected(StatusError why) {
        return new Answer(why.code(), why.status(), List.of());
    }

    private static Map<String, String> query(String text) {
        var query = new HashMap<String, String>();
        for (String pair : text.split("&")) {
            String[] parts = pair.split("=", 2);
            query.put(
                    parts[0],
                    parts.length < 2 ? "" : URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
        }
        return query;
    }

    /// The target of a request.
    private record Target(
            ApiResource resource,
            String namespace,
            String name,
            String part,
            Map<String, String> query,
            Json body) {
        Json.Obj object() {
            return body instanceof Json.Obj object ? object : Json.Obj.EMPTY;
        }

        WriteOptions writeOptions() {
            String fields = query.getOrDefault("fieldValidation", "Warn");
            return new WriteOptions(
                    query.containsKey("dryRun"),
                    FieldValidation.valueOf(fields.toUpperCase(Locale.ROOT)));
        }

        ListOptions listOptions() {
            return new ListOptions(
                    query.getOrDefault("labelSelector", ""),
                    query.getOrDefault("fieldSelector", ""),
                    Long.parseLong(query.getOrDefault("limit", "0")),
                    query.getOrDefault("continue", ""),
                    query.getOrDefault("resourceVersion", ""),
                    query.getOrDefault("resourceVersionMatch", ""));
        }

        DeleteOptions deleteOptions() {
            String policy = query.getOrDefault("propagationPolicy", "Unspecified");
            String grace = query.getOrDefault("gracePeriodSeconds", "");
            Path seconds = Path.of("gracePeriodSeconds");
            OptionalLong within =
                    seconds.in(object())
                            ? OptionalLong.of(seconds.number(object(), 0))
                            : grace.isEmpty()
                                    ? OptionalLong.empty()
                                    : OptionalLong.of(Long.parseLong(grace));
            return new DeleteOptions(
                    new DeleteRequest(
                            Path.of("preconditions", "uid").text(object()),
                            Path.of("preconditions", "resourceVersion").text(object()),
                            within),
                    DeleteOptions.Propagation.valueOf(policy.toUpperCase(Locale.ROOT)),
                    query.containsKey("dryRun"));
        }

        WriteScope changed() {
            return part.equals("status") ? WriteScope.STATUS : WriteScope.MAIN;
        }

        Reply<WriteResult> created(Api api) {
            return switch (part) {
                case "binding" -> api.bind(namespace, name, object(), writeOptions());
                case "eviction" -> api.evict(namespace, name, object(), writeOptions());
                default -> api.create(resource, namespace, object(), writeOptions());
            };
        }

        Reply<WriteResult> replaced(Api api) {
            return switch (part) {
                case "scale" -> api.rescale(resource, namespace, name, object(), writeOptions());
                case "finalize" -> api.finish(name, object(), writeOptions());
                default ->
                        api.replace(resource, changed(), namespace, name, object(), writeOptions());
            };
        }

        Reply<WriteResult> patched(Api api, String type) {
            Patch patch =
                    switch (type) {
                        case "merge" -> new Patch.Merge(object());
                        case "strategic" -> new Patch.Strategic(object());
                        default ->
                                new Patch.Operations(
                                        body instanceof Json.Arr(var elements)
                                                ? elements
                                                : List.of());
                    };
            return part.equals("scale")
                    ? api.rescale(resource, namespace, name, patch, writeOptions())
                    : api.patch(resource, changed(), namespace, name, patch, writeOptions());
        }

        Reply<WriteResult> deleted(Api api) {
            return api.delete(resource, namespace, name, deleteOptions());
        }
    }
}
