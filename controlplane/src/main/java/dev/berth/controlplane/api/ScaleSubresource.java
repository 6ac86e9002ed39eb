package dev.berth.controlplane.api;

import dev.berth.controlplane.store.FieldError;
import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.store.Patch;
import dev.berth.controlplane.store.Reply;
import dev.berth.controlplane.store.StatusError;
import dev.berth.controlplane.store.Store;
import dev.berth.controlplane.store.WriteScope;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The `scale` subresource: the desired and the current number of replicas of any scalable kind.
final class ScaleSubresource {
    static final Kind SCALE = new Kind("autoscaling", "v1", "Scale", "scales", true);

    private static final ResourceRegistry RESOURCES = new ResourceRegistry();
    private static final Path REPLICAS = Path.of("spec", "replicas");
    private static final Path ACTUAL = Path.of("status", "replicas");
    private static final Path SELECTOR = Path.of("spec", "selector");
    private static final Path METADATA = Path.of("metadata");
    private static final Path VERSION = Path.of("metadata", "resourceVersion");
    private static final List<String> KEPT =
            List.of("name", "namespace", "uid", "resourceVersion", "creationTimestamp");

    private final Store store;

    ScaleSubresource(Store store) {
        this.store = store;
    }

    static Json.Obj of(ObjectVersion object) {
        Json.Obj tree = object.json();
        Json.Obj metadata = Json.Obj.EMPTY;
        for (String name : KEPT) {
            Json value = METADATA.object(tree).fields().get(name);
            metadata = value == null ? metadata : metadata.with(name, value);
        }
        Json.Obj status = Json.Obj.of("replicas", Json.of(ACTUAL.number(tree, 0)));
        String selector = selector(SELECTOR.object(tree));
        if (!selector.isEmpty()) {
            status = status.with("selector", selector);
        }
        long wanted = REPLICAS.number(tree, 0);
        return Json.Obj.EMPTY
                .with("kind", SCALE.name())
                .with("apiVersion", SCALE.apiVersion())
                .with("metadata", metadata)
                .with(
                        "spec",
                        wanted == 0 ? Json.Obj.EMPTY : Json.Obj.of("replicas", Json.of(wanted)))
                .with("status", status);
    }

    /// A label selector, or the plain labels of a replication controller, in the syntax of query
    /// parameters.
    static String selector(Json.Obj selector) {
        boolean structured =
                selector.fields().containsKey("matchLabels")
                        || selector.fields().containsKey("matchExpressions");
        Json.Obj labels = structured ? Path.of("matchLabels").object(selector) : selector;
        var terms = new ArrayList<String>();
        labels.fields()
                .forEach((key, value) -> {
                    if (value instanceof Json.Str(var text)) {
                        terms.add(key + "=" + text);
                    }
                });
        for (Json expression : Path.of("matchExpressions").items(selector)) {
            terms.add(term(expression));
        }
        terms.sort(null);
        return String.join(",", terms);
    }

    private static String term(Json expression) {
        String key = Path.of("key").text(expression);
        String operator = Path.of("operator").text(expression);
        return switch (operator) {
            case "Exists" -> key;
            case "DoesNotExist" -> "!" + key;
            default ->
                    key
                            + " "
                            + operator.toLowerCase(Locale.ROOT)
                            + " ("
                            + String.join(
                                    ",",
                                    Path.of("values").items(expression).stream()
                                            .map(it -> it instanceof Json.Str(var text) ? text : "")
                                            .sorted()
                                            .toList())
                            + ")";
        };
    }

    Reply<WriteResult> replace(
            ApiResource resource,
            String namespace,
            String name,
            Json.Obj scale,
            WriteOptions options) {
        return store.together(() ->
                store.get(resource.stored(), namespace, name)
                        .then(old -> replace(old, scale, options)));
    }

    Reply<WriteResult> patch(
            ApiResource resource,
            String namespace,
            String name,
            Patch patch,
            WriteOptions options) {
        return store.together(() ->
                store.get(resource.stored(), namespace, name)
                        .then(old ->
                                patch.applyTo(SCALE, name, of(old))
                                        .then(scale -> replace(old, scale, options))));
    }

    private Reply<WriteResult> replace(ObjectVersion old, Json.Obj scale, WriteOptions options) {
        return BodyDecoder.read(RESOURCES, SCALE, scale, options.fields())
                .map(BodyDecoder.Read::object)
                .then(it -> BodyChecks.in(SCALE, old.namespace(), it))
                .then(it -> BodyChecks.named(old.name(), it))
                .then(it -> {
                    long wanted = REPLICAS.number(it, 0);
                    if (wanted < 0) {
                        FieldError negative =
                                FieldError.invalid(
                                        "spec.replicas",
                                        Json.of(wanted),
                                        "must be greater than or equal to 0");
                        return Reply.<WriteResult>no(
                                StatusError.invalid(SCALE, old.name(), List.of(negative)));
                    }
                    Json.Obj tree = REPLICAS.set(old.json(), wanted);
                    String version = VERSION.text(it);
                    Json.Obj versioned = version.isEmpty() ? tree : VERSION.set(tree, version);
                    Reply<ObjectVersion> done =
                            options.dryRun()
                                    ? store.dryRun(() -> store.replace(versioned, WriteScope.MAIN))
                                    : store.replace(versioned, WriteScope.MAIN);
                    return done.map(after -> new WriteResult(of(after), false, List.of()));
                });
    }
}
