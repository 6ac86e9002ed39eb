package dev.berth.apiserver;

import dev.berth.controlplane.api.Api;
import dev.berth.controlplane.api.WriteOptions;
import dev.berth.controlplane.api.WriteResult;
import dev.berth.controlplane.store.Reply;
import dev.berth.controlplane.store.WriteScope;
import dev.berth.model.json.Json;
import dev.berth.serving.http.ServerResponse;

import java.util.Optional;

/// The verbs that write, and the subresources with their own semantics.
final class WriteVerbs {
    private static final String CREATE = "CreateOptions";
    private static final String UPDATE = "UpdateOptions";
    private static final String PATCH = "PatchOptions";
    private static final int CREATED = 201;

    private final Api api;

    WriteVerbs(Api api) {
        this.api = api;
    }

    ServerResponse create(ResourceRequest it) {
        WriteOptions options = it.params().write(CREATE);
        Reply<WriteResult> made = api.create(it.resource(), it.namespace(), it.object(), options);
        return written(
                it,
                CREATED,
                made.map(object ->
                        object.warned(UnsupportedResources.warning(it.resource().kind()))));
    }

    ServerResponse replace(ResourceRequest it, WriteScope part) {
        WriteOptions options = it.params().write(UPDATE);
        return written(
                it,
                ServerResponse.OK,
                api.replace(it.resource(), part, it.namespace(), it.name(), it.object(), options));
    }

    ServerResponse patch(ResourceRequest it, WriteScope part) {
        WriteOptions options = it.params().write(PATCH);
        return written(
                it,
                ServerResponse.OK,
                api.patch(
                        it.resource(),
                        part,
                        it.namespace(),
                        it.name(),
                        RequestBodies.patch(it.call()),
                        options));
    }

    ServerResponse scale(ResourceRequest it) {
        return switch (it.call().method()) {
            case "GET" -> {
                Reply<Json.Obj> reply = api.scale(it.resource(), it.namespace(), it.name());
                yield switch (reply) {
                    case Reply.Granted<Json.Obj>(var object) ->
                            it.form().answer(ServerResponse.OK, object);
                    case Reply.Refused<Json.Obj>(var why) -> PlainResponses.refused(why, it.form());
                };
            }
            case "PUT" ->
                    plain(
                            it,
                            ServerResponse.OK,
                            api.rescale(
                                    it.resource(),
                                    it.namespace(),
                                    it.name(),
                                    RequestBodies.object(it.call(), "autoscaling/v1", "Scale"),
                                    it.params().write(UPDATE)));
            case "PATCH" ->
                    plain(
                            it,
                            ServerResponse.OK,
                            api.rescale(
                                    it.resource(),
                                    it.namespace(),
                                    it.name(),
                                    RequestBodies.patch(it.call()),
                                    it.params().write(PATCH)));
            default -> it.noSuchMethod();
        };
    }

    ServerResponse bind(ResourceRequest it) {
        return posted(it, "v1", "Binding", api::bind);
    }

    ServerResponse evict(ResourceRequest it) {
        return posted(it, "policy/v1", "Eviction", api::evict);
    }

    /// An action on a pod by posting an object of another kind.
    private interface PodAction {
        Reply<WriteResult> run(
                String namespace, String name, Json.Obj object, WriteOptions options);
    }

    private static ServerResponse posted(
            ResourceRequest it, String apiVersion, String kind, PodAction action) {
        return it.call().method().equals("POST")
                ? plain(
                        it,
                        CREATED,
                        action.run(
                                it.namespace(),
                                it.name(),
                                RequestBodies.object(it.call(), apiVersion, kind),
                                it.params().write(CREATE)))
                : it.noSuchMethod();
    }

    ServerResponse finish(ResourceRequest it) {
        return it.call().method().equals("PUT")
                ? written(
                        it,
                        ServerResponse.OK,
                        api.finish(it.name(), it.object(), it.params().write(UPDATE)))
                : it.noSuchMethod();
    }

    ServerResponse delete(ResourceRequest it) {
        Reply<WriteResult> reply =
                api.delete(
                        it.resource(),
                        it.namespace(),
                        it.name(),
                        it.params().delete(RequestBodies.optional(it.call(), "DeleteOptions")));
        return switch (reply) {
            case Reply.Granted<WriteResult>(var gone) when isStatus(gone.object()) ->
                    plain(it, ServerResponse.OK, reply);
            case Reply<WriteResult> other -> written(it, ServerResponse.OK, other);
        };
    }

    /// Parity: the API server returns the deleted object for some kinds, and a Status for others.
    private static boolean isStatus(Json.Obj object) {
        return object.field("kind").equals(Optional.of(Json.of("Status")));
    }

    ServerResponse deleteCollection(ResourceRequest it) {
        return it.page(
                api.deleteCollection(
                        it.resource(),
                        it.namespace(),
                        it.params().list(),
                        it.params().delete(RequestBodies.optional(it.call(), "DeleteOptions"))));
    }

    private ServerResponse written(ResourceRequest it, int status, Reply<WriteResult> reply) {
        return switch (reply) {
            case Reply.Granted<WriteResult>(var written) ->
                    PlainResponses.warned(
                            it.form().answer(status, it.presentation().one(written.object())),
                            written.warnings());
            case Reply.Refused<WriteResult>(var why) -> PlainResponses.refused(why, it.form());
        };
    }

    /// Responds with an object that is not of the resource itself.
    private static ServerResponse plain(ResourceRequest it, int status, Reply<WriteResult> reply) {
        return switch (reply) {
            case Reply.Granted<WriteResult>(var written) -> {
                Json.Obj object =
                        written.object().fields().isEmpty()
                                ? PlainResponses.success(status)
                                : written.object();
                yield PlainResponses.warned(it.form().answer(status, object), written.warnings());
            }
            case Reply.Refused<WriteResult>(var why) -> PlainResponses.refused(why, it.form());
        };
    }
}
