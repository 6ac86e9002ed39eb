package dev.berth.kube.event;

import dev.berth.kubeclient.ApiPath;
import dev.berth.kubeclient.http.ApiRequest;
import dev.berth.kubeclient.wire.EventBody;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;
import dev.berth.model.json.Rfc3339;

/// Builds the requests that write events.
final class EventRequests {
    private static final Kind CORE = new Kind("", "v1", "Event", "events", true);

    private EventRequests() {}

    static ApiRequest create(EventBody event, boolean core, boolean protobuf) {
        if (core) {
            return ApiRequest.post(path(event, true), event.coreJson());
        }
        return protobuf
                ? ApiRequest.with("POST", path(event, false), ApiRequest.PROTOBUF, event.protobuf())
                : ApiRequest.post(path(event, false), event.json());
    }

    /// Builds the patch that updates the series of an event.
    static ApiRequest patch(EventBody event, boolean core) {
        EventBody.Series series = event.series().orElseThrow();
        Json.Obj change =
                core
                        ? Json.Obj.of("count", Json.of(series.count()))
                                .with("lastTimestamp", Rfc3339.seconds(series.last()))
                        : Json.Obj.of("series", series.json());
        return ApiRequest.patch(
                path(event, core) + "/" + ApiPath.encoded(event.name()),
                ApiRequest.STRATEGIC_MERGE_PATCH,
                change);
    }

    private static String path(EventBody event, boolean core) {
        return ApiPath.of(core ? CORE : Kind.EVENT, event.namespace());
    }
}
