package dev.berth.apiserver;

import dev.berth.model.json.Json;
import dev.berth.serving.http.Answer;
import dev.berth.sim.api.Api;
import dev.berth.sim.api.WriteOptions;
import dev.berth.sim.api.Written;
import dev.berth.sim.store.Part;
import dev.berth.sim.store.Reply;

import java.util.Optional;

/// The verbs that change something, and the parts that are more than a piece of their object.
final class Writing {
    private static final String CREATE = "CreateOptions";
    private static final String UPDATE = "UpdateOptions";
    private static final String PATCH = "PatchOptions";
    private static final int CREATED = 201;

    private final Api api;

    Writing(Api api) {
        this.api = api;
    }

    Answer create(Request it) {
        WriteOptions options = it.params().write(CREATE);
        Reply<Written> made = api.create(it.resource(), it.namespace(), it.object(), options);
        return written(
                it,
                CREATED,
                made.map(object -> object.warned(NotOffered.warning(it.resource().kind()))));
    }

    Answer replace(Request it, Part part) {
        WriteOptions options = it.params().write(UPDATE);
        return written(
                it,
                Answer.OK,
                api.replace(it.resource(), part, it.namespace(), it.name(), it.object(), options));
    }

    Answer patch(Request it, Part part) {
        WriteOptions options = it.params().write(PATCH);
        return written(
                it,
                Answer.OK,
                api.patch(
                        it.resource(),
                        part,
                        it.namespace(),
                        it.name(),
                        Bodies.patch(it.call()),
                        options));
    }

    Answer scale(Request it) {
        return switch (it.call().method()) {
            case "GET" -> {
                Reply<Json.Obj> reply = api.scale(it.resource(), it.namespace(), it.name());
                yield switch (reply) {
                    case Reply.Granted<Json.Obj>(var object) -> it.form().answer(Answer.OK, object);
                    case Reply.Refused<Json.Obj>(var why) -> Answers.refused(why, it.form());
                };
            }
            case "PUT" ->
                    plain(
                            it,
                            Answer.OK,
                            api.rescale(
                                    it.resource(),
                                    it.namespace(),
                                    it.name(),
                                    Bodies.object(it.call(), "autoscaling/v1", "Scale"),
                                    it.params().write(UPDATE)));
            case "PATCH" ->
                    plain(
                            it,
                            Answer.OK,
                            api.rescale(
                                    it.resource(),
                                    it.namespace(),
                                    it.name(),
                                    Bodies.patch(it.call()),
                                    it.params().write(PATCH)));
            default -> it.noSuchMethod();
        };
    }

    Answer bind(Request it) {
        return posted(it, "v1", "Binding", api::bind);
    }

    Answer evict(Request it) {
        return posted(it, "policy/v1", "Eviction", api::evict);
    }

    /// What is done with a pod by posting an object of another kind.
    private interface Deed {
        Reply<Written> done(String namespace, String name, Json.Obj object, WriteOptions options);
    }

    private static Answer posted(Request it, String apiVersion, String kind, Deed deed) {
        return it.call().method().equals("POST")
                ? plain(
                        it,
                        CREATED,
                        deed.done(
                                it.namespace(),
                                it.name(),
                                Bodies.object(it.call(), apiVersion, kind),
                                it.params().write(CREATE)))
                : it.noSuchMethod();
    }

    Answer finish(Request it) {
        return it.call().method().equals("PUT")
                ? written(
                        it,
                        Answer.OK,
                        api.finish(it.name(), it.object(), it.params().write(UPDATE)))
                : it.noSuchMethod();
    }

    Answer delete(Request it) {
        Reply<Written> reply =
                api.delete(
                        it.resource(),
                        it.namespace(),
                        it.name(),
                        it.params().delete(Bodies.optional(it.call(), "DeleteOptions")));
        return switch (reply) {
            case Reply.Granted<Written>(var gone) when isStatus(gone.object()) ->
                    plain(it, Answer.OK, reply);
            case Reply<Written> other -> written(it, Answer.OK, other);
        };
    }

    /// Parity: of some kinds the client gets the object it has deleted, of others that it is so.
    private static boolean isStatus(Json.Obj object) {
        return object.field("kind").equals(Optional.of(Json.of("Status")));
    }

    Answer deleteCollection(Request it) {
        return it.page(
                api.deleteCollection(
                        it.resource(),
                        it.namespace(),
                        it.params().list(),
                        it.params().delete(Bodies.optional(it.call(), "DeleteOptions"))));
    }

    private Answer written(Request it, int status, Reply<Written> reply) {
        return switch (reply) {
            case Reply.Granted<Written>(var written) ->
                    Answers.warned(
                            it.form().answer(status, it.presentation().one(written.object())),
                            written.warnings());
            case Reply.Refused<Written>(var why) -> Answers.refused(why, it.form());
        };
    }

    /// What is no object of the resource itself.
    private static Answer plain(Request it, int status, Reply<Written> reply) {
        return switch (reply) {
            case Reply.Granted<Written>(var written) -> {
                Json.Obj object =
                        written.object().fields().isEmpty()
                                ? Answers.success(status)
                                : written.object();
                yield Answers.warned(it.form().answer(status, object), written.warnings());
            }
            case Reply.Refused<Written>(var why) -> Answers.refused(why, it.form());
        };
    }
}
