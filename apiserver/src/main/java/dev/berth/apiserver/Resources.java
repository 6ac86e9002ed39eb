package dev.berth.apiserver;

import dev.berth.engine.port.Clock;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;
import dev.berth.serving.http.Answer;
import dev.berth.serving.http.Call;
import dev.berth.sim.api.Api;
import dev.berth.sim.api.Page;
import dev.berth.sim.api.Resource;
import dev.berth.sim.api.SubResource;
import dev.berth.sim.api.WatchOptions;
import dev.berth.sim.api.WriteOptions;
import dev.berth.sim.api.Written;
import dev.berth.sim.store.Part;
import dev.berth.sim.store.Reason;
import dev.berth.sim.store.Reply;
import dev.berth.sim.store.Watch;
import dev.berth.sim.store.WatchEvent;

import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The verbs of the API by method and path.
final class Resources {
    private static final Map<String, SubResource> PARTS =
            Arrays.stream(SubResource.values())
                    .collect(Collectors.toUnmodifiableMap(SubResource::path, Function.identity()));
    private static final String CREATE = "CreateOptions";
    private static final String UPDATE = "UpdateOptions";
    private static final String PATCH = "PatchOptions";
    private static final String STREAM = "application/json";
    // Parity: watches without a timeout end after half an hour to an hour, not all at once.
    private static final long SHORTEST_SECONDS = 1_800;
    private static final long STEP_SECONDS = 97;

    private final Api api;
    private final Clock clock;
    private final Streams streams;
    private final AtomicLong watches = new AtomicLong();

    Resources(Api api, Clock clock, Streams streams) {
        this.api = api;
        this.clock = clock;
        this.streams = streams;
    }

    /// Empty if there is no such resource.
    Optional<Answer> answer(Call call, Address address, Form form) {
        Optional<Resource> found =
                api.catalogue().find(address.group(), address.version(), address.plural());
        if (found.isEmpty()) {
            return Optional.empty();
        }
        Resource resource = found.get();
        boolean namespaced = resource.kind().namespaced();
        boolean inNamespace = !address.namespace().isEmpty();
        if (inNamespace != namespaced && (inNamespace || !address.name().isEmpty())) {
            return Optional.empty();
        }
        var request = new Request(call, new Params(call.query()), address, resource, form);
        if (!address.part().isEmpty()) {
            return part(request);
        }
        return Optional.of(
                address.name().isEmpty() || address.watched() ? many(request) : one(request));
    }

    /// What is asked for, and of what.
    private record Request(
            Call call, Params params, Address address, Resource resource, Form form) {
        Presentation presentation(Clock clock) {
            return new Presentation(
                    resource.kind(), form.shape(), Presentation.include(params), clock);
        }

        String namespace() {
            return address.namespace();
        }

        String name() {
            return address.name();
        }

        Json.Obj object() {
            return Bodies.object(call, resource);
        }
    }

    private Answer many(Request it) {
        boolean anywhere = it.resource().kind().namespaced() && it.namespace().isEmpty();
        return switch (it.call().method()) {
            case "GET" ->
                    it.params().flag("watch") || it.address().watched() ? watch(it) : list(it);
            case "POST" ->
                    anywhere ? Answers.refused(Refusals.NO_SUCH_METHOD, it.form()) : create(it);
            case "DELETE" ->
                    anywhere || it.resource().kind().equals(Kind.NAMESPACE)
                            ? Answers.refused(Refusals.NO_SUCH_METHOD, it.form())
                            : deleteCollection(it);
            default -> Answers.refused(Refusals.NO_SUCH_METHOD, it.form());
        };
    }

    private Answer one(Request it) {
        return switch (it.call().method()) {
            case "GET" -> shown(it, api.get(it.resource(), it.namespace(), it.name()));
            case "PUT" -> replace(it, Part.MAIN);
            case "PATCH" -> patch(it, Part.MAIN);
            case "DELETE" -> delete(it);
            default -> Answers.refused(Refusals.NO_SUCH_METHOD, it.form());
        };
    }

    private Optional<Answer> part(Request it) {
        SubResource part = PARTS.get(it.address().part());
        if (part != null && it.resource().parts().contains(part)) {
            return Optional.of(
                    switch (part) {
                        case STATUS -> status(it);
                        case SCALE -> scale(it);
                        case BINDING -> bind(it);
                        case EVICTION -> evict(it);
                    });
        }
        if (it.resource().kind().equals(Kind.NAMESPACE) && it.address().part().equals("finalize")) {
            return Optional.of(finish(it));
        }
        return NotOffered.part(it.resource().kind().plural(), it.address().part())
                .map(why -> Answers.refused(why, it.form()));
    }

    private Answer status(Request it) {
        return switch (it.call().method()) {
            case "GET" -> shown(it, api.get(it.resource(), it.namespace(), it.name()));
            case "PUT" -> replace(it, Part.STATUS);
            case "PATCH" -> patch(it, Part.STATUS);
            default -> Answers.refused(Refusals.NO_SUCH_METHOD, it.form());
        };
    }

    private Answer shown(Request it, Reply<Json.Obj> reply) {
        return switch (reply) {
            case Reply.Granted<Json.Obj>(var object) ->
                    it.form().answer(Answer.OK, it.presentation(clock).one(object));
            case Reply.Refused<Json.Obj>(var why) -> Answers.refused(why, it.form());
        };
    }

    private Answer list(Request it) {
        return page(it, api.list(it.resource(), it.namespace(), it.params().list()));
    }

    private Answer page(Request it, Reply<Page> reply) {
        return switch (reply) {
            case Reply.Granted<Page>(var page) ->
                    it.form().answer(Answer.OK, it.presentation(clock).list(page));
            case Reply.Refused<Page>(var why) -> Answers.refused(why, it.form());
        };
    }

    private Answer watch(Request it) {
        if (it.form().yaml()) {
            return Answers.refused(Refusals.notAcceptable(STREAM), it.form());
        }
        if (it.call().header("Upgrade").isPresent()) {
            // Clients that try a WebSocket first take this for a sign to do without.
            return it.form().answer(Answer.OK, Refusals.NO_WEB_SOCKET.status());
        }
        WatchOptions options = it.params().watch(fields(it));
        Duration timeout = timeout(it.params());
        var signal = new Signal();
        Reply<Watch> reply = api.watch(it.resource(), it.namespace(), options, signal::raise);
        return switch (reply) {
            case Reply.Granted<Watch>(var watch) ->
                    Answer.streamed(
                            Answer.OK,
                            STREAM,
                            new WatchStream(
                                    signal,
                                    watch,
                                    encoder(it),
                                    options.bookmarks(),
                                    timeout,
                                    clock,
                                    streams));
            case Reply.Refused<Watch>(var why) ->
                    // Parity: that a version is too old is told as the only event.
                    why.reason() == Reason.EXPIRED
                            ? Answer.streamed(Answer.OK, STREAM, WatchStream.refused(why))
                            : Answers.refused(why, it.form());
        };
    }

    /// Old paths name the object; new ones select it.
    private static String fields(Request it) {
        String selector = it.params().text("fieldSelector");
        if (it.name().isEmpty()) {
            return selector;
        }
        String byName = "metadata.name=" + it.name();
        return selector.isEmpty() ? byName : selector + "," + byName;
    }

    private Duration timeout(Params params) {
        long seconds = params.number("timeoutSeconds").orElse(0);
        long spread = watches.getAndIncrement() * STEP_SECONDS % SHORTEST_SECONDS;
        return Duration.ofSeconds(
                seconds > 0 ? Math.min(seconds, Integer.MAX_VALUE) : SHORTEST_SECONDS + spread);
    }

    private Function<WatchEvent, byte[]> encoder(Request it) {
        if (it.form().shape() == Form.Shape.WHOLE) {
            return event -> api.encoded(it.resource(), event.object());
        }
        Presentation presentation = it.presentation(clock);
        var first = new AtomicBoolean(true);
        return event ->
                presentation
                        .next(api.shown(it.resource(), event.object()), first.getAndSet(false))
                        .bytes();
    }

    private Answer create(Request it) {
        WriteOptions options = it.params().write(CREATE);
        return written(it, 201, api.create(it.resource(), it.namespace(), it.object(), options));
    }

    private Answer replace(Request it, Part part) {
        WriteOptions options = it.params().write(UPDATE);
        return written(
                it,
                Answer.OK,
                api.replace(it.resource(), part, it.namespace(), it.name(), it.object(), options));
    }

    private Answer patch(Request it, Part part) {
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

    private Answer scale(Request it) {
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
            default -> Answers.refused(Refusals.NO_SUCH_METHOD, it.form());
        };
    }

    private Answer bind(Request it) {
        return it.call().method().equals("POST")
                ? plain(
                        it,
                        201,
                        api.bind(
                                it.namespace(),
                                it.name(),
                                Bodies.object(it.call(), "v1", "Binding"),
                                it.params().write(CREATE)))
                : Answers.refused(Refusals.NO_SUCH_METHOD, it.form());
    }

    private Answer finish(Request it) {
        return it.call().method().equals("PUT")
                ? written(
                        it,
                        Answer.OK,
                        api.finish(it.name(), it.object(), it.params().write(UPDATE)))
                : Answers.refused(Refusals.NO_SUCH_METHOD, it.form());
    }

    private Answer evict(Request it) {
        return it.call().method().equals("POST")
                ? plain(
                        it,
                        201,
                        api.evict(
                                it.namespace(),
                                it.name(),
                                Bodies.object(it.call(), "policy/v1", "Eviction"),
                                it.params().write(CREATE)))
                : Answers.refused(Refusals.NO_SUCH_METHOD, it.form());
    }

    private Answer delete(Request it) {
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

    private Answer deleteCollection(Request it) {
        return page(
                it,
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
                            it.form().answer(status, it.presentation(clock).one(written.object())),
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
