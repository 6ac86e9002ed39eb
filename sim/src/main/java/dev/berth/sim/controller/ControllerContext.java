package dev.berth.sim.controller;

import dev.berth.controlplane.rules.KindRules;
import dev.berth.controlplane.store.DeleteRequest;
import dev.berth.controlplane.store.EventLog;
import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.store.Patch;
import dev.berth.controlplane.store.Reply;
import dev.berth.controlplane.store.Store;
import dev.berth.controlplane.store.Timestamps;
import dev.berth.controlplane.store.WriteScope;
import dev.berth.engine.port.Clock;
import dev.berth.engine.port.Log;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;
import dev.berth.sim.time.TimerService;
import dev.berth.spi.EventRecord;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// The environment of a controller: the cache, the store for writes, the clock and timers, and the
/// events under the name of the controller.
record ControllerContext(
        ObjectCache view,
        Store store,
        Clock clock,
        TimerService agenda,
        Runnable wakeUp,
        EventLog events,
        Log log) {
    private static final int EVENTS_KEPT = 1_000;
    private static final Duration CENTURY = Duration.ofDays(36_500);

    /// The context of another controller.
    ControllerContext of(String controller) {
        return new ControllerContext(
                view,
                store,
                clock,
                agenda,
                wakeUp,
                new EventLog(store, clock, controller, EVENTS_KEPT),
                log);
    }

    WorkQueue workQueue() {
        return new WorkQueue(clock, agenda, wakeUp, log);
    }

    Instant now() {
        return Instant.ofEpochSecond(0, clock.nowNanos());
    }

    String stamp() {
        return new Timestamps(clock).now();
    }

    /// The rest of a period of `seconds` that started at `since`; zero or less if it is over.
    Duration left(Instant since, long seconds) {
        return Duration.between(now(), since.plus(bounded(Duration.ofSeconds(seconds))));
    }

    /// Limits a duration to a century, because objects can contain unreachable times.
    static Duration bounded(Duration time) {
        return time.compareTo(CENTURY) > 0 ? CENTURY : time;
    }

    void note(ObjectVersion object, boolean warning, String reason, String action, String text) {
        events.record(List.of(new EventRecord(object.typed(), warning, reason, action, text)));
    }

    /// Creates an object with the defaulting and validation of a client's request.
    Reply<ObjectVersion> create(Kind kind, Json.Obj object) {
        return store.create(kind, object, KindRules.of(kind, kind, store));
    }

    /// Sets fields of the status. Null removes a field.
    void status(ObjectVersion object, Json.Obj status) {
        change(object, Json.Obj.of("status", status), WriteScope.STATUS);
    }

    /// Sets fields. Null removes a field. An object that was deleted, or that has another UID, does
    /// not change.
    Reply<ObjectVersion> change(ObjectVersion object, Json.Obj change, WriteScope part) {
        Json.Obj metadata =
                change.objAt("metadata").orElse(Json.Obj.EMPTY).with("uid", object.uid());
        return store.patch(object, new Patch.Merge(change.with("metadata", metadata)), part);
    }

    /// Sets a list of the metadata, with the resource version as a precondition. An empty list is
    /// removed.
    void metadata(ObjectVersion object, String field, Json.Arr value) {
        Json set = value.elements().isEmpty() ? Json.Null.NULL : value;
        Json.Obj change = Json.Obj.of("metadata", Json.Obj.of(field, set));
        change(object, asSeen(object, change), WriteScope.MAIN);
    }

    /// Adds the resource version to a patch that replaces a list. If the object has changed, the
    /// patch fails, and the change triggers another reconciliation.
    Json.Obj asSeen(ObjectVersion object, Json.Obj change) {
        Json.Obj metadata = change.objAt("metadata").orElse(Json.Obj.EMPTY);
        return change.with(
                "metadata", metadata.with("resourceVersion", Long.toString(object.revision())));
    }

    /// Removes a finalizer. This can complete the deletion of the object.
    void letGo(ObjectVersion object, String finalizer) {
        List<Json> left =
                ControllerFields.FINALIZERS.items(object.json()).stream()
                        .filter(each -> !each.equals(Json.of(finalizer)))
                        .toList();
        metadata(object, "finalizers", new Json.Arr(left));
    }

    void delete(ObjectVersion object) {
        store.delete(
                object.kind(),
                object.namespace(),
                object.name(),
                DeleteRequest.DEFAULT.onlyUid(object.uid()));
    }
}
