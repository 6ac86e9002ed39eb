package dev.berth.apiserver;

import dev.berth.controlplane.api.Api;
import dev.berth.controlplane.api.WatchOptions;
import dev.berth.controlplane.store.Reply;
import dev.berth.controlplane.store.Signal;
import dev.berth.controlplane.store.StatusReason;
import dev.berth.controlplane.store.Watch;
import dev.berth.controlplane.store.WatchEvent;
import dev.berth.engine.port.Clock;
import dev.berth.model.json.Json;
import dev.berth.serving.http.ServerResponse;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/// The verbs get, list and watch.
final class ReadVerbs {
    private static final String STREAM = "application/json";
    // Parity: the API server ends a watch without a timeout after 30 to 60 minutes, at a random
    // time.
    private static final long SHORTEST_SECONDS = 1_800;
    private static final long STEP_SECONDS = 97;

    private final Api api;
    private final Clock clock;
    private final OpenStreams streams;
    private final AtomicLong watches = new AtomicLong();

    ReadVerbs(Api api, Clock clock, OpenStreams streams) {
        this.api = api;
        this.clock = clock;
        this.streams = streams;
    }

    ServerResponse get(ResourceRequest it) {
        return shown(it, api.get(it.resource(), it.namespace(), it.name()));
    }

    private static ServerResponse shown(ResourceRequest it, Reply<Json.Obj> reply) {
        return switch (reply) {
            case Reply.Granted<Json.Obj>(var object) ->
                    it.form().answer(ServerResponse.OK, it.presentation().one(object));
            case Reply.Refused<Json.Obj>(var why) -> PlainResponses.refused(why, it.form());
        };
    }

    ServerResponse list(ResourceRequest it) {
        return it.page(api.list(it.resource(), it.namespace(), it.params().list()));
    }

    ServerResponse watch(ResourceRequest it) {
        if (it.form().yaml()) {
            return PlainResponses.refused(RequestErrors.notAcceptable(STREAM), it.form());
        }
        if (it.call().header("Upgrade").isPresent()) {
            // Clients that try a WebSocket first fall back to HTTP after this response.
            return it.form().answer(ServerResponse.OK, RequestErrors.NO_WEB_SOCKET.status());
        }
        WatchOptions options = it.params().watch(fields(it));
        Duration timeout = timeout(it.params());
        var signal = new Signal();
        Reply<Watch> reply = api.watch(it.resource(), it.namespace(), options, signal::raise);
        return switch (reply) {
            case Reply.Granted<Watch>(var watch) ->
                    ServerResponse.streamed(
                            ServerResponse.OK,
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
                    // Parity: an expired resource version is reported as the only event of the
                    // watch.
                    why.reason() == StatusReason.EXPIRED
                            ? ServerResponse.streamed(
                                    ServerResponse.OK, STREAM, WatchStream.refused(why))
                            : PlainResponses.refused(why, it.form());
        };
    }

    /// The deprecated watch paths contain the name; other requests use a field selector.
    private static String fields(ResourceRequest it) {
        String selector = it.params().text("fieldSelector");
        if (it.name().isEmpty()) {
            return selector;
        }
        String byName = "metadata.name=" + it.name();
        return selector.isEmpty() ? byName : selector + "," + byName;
    }

    private Duration timeout(RequestOptions params) {
        long seconds = params.number("timeoutSeconds").orElse(0);
        long spread = watches.getAndIncrement() * STEP_SECONDS % SHORTEST_SECONDS;
        return Duration.ofSeconds(
                seconds > 0 ? Math.min(seconds, Integer.MAX_VALUE) : SHORTEST_SECONDS + spread);
    }

    private Function<WatchEvent, byte[]> encoder(ResourceRequest it) {
        if (it.form().shape() == ResponseFormat.Shape.WHOLE) {
            return event -> api.encoded(it.resource(), event.object());
        }
        ResponseEncoder presentation = it.presentation();
        var first = new AtomicBoolean(true);
        return event ->
                presentation
                        .next(api.shown(it.resource(), event.object()), first.getAndSet(false))
                        .bytes();
    }
}
