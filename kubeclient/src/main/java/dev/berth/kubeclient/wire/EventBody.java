package dev.berth.kubeclient.wire;

import dev.berth.kubeclient.wire.ProtoFields.EventFields;
import dev.berth.kubeclient.wire.ProtoFields.EventSeriesFields;
import dev.berth.kubeclient.wire.ProtoFields.ObjectMetaFields;
import dev.berth.model.json.Json;
import dev.berth.model.json.ObjBuilder;
import dev.berth.model.json.Rfc3339;

import java.time.Instant;
import java.util.Optional;

/// An event for both API groups that contain events.
///
/// @param time the time of the event, or of its first occurrence
/// @param type `Normal` or `Warning`
public record EventBody(
        String namespace,
        String name,
        Instant time,
        Optional<Series> series,
        String controller,
        String instance,
        String action,
        String reason,
        ObjectReference regarding,
        Optional<ObjectReference> related,
        String note,
        String type) {
    /// The number of occurrences, and the time of the last one.
    public record Series(int count, Instant last) {
        public Json.Obj json() {
            return Json.Obj.of("count", Json.of(count))
                    .with("lastObservedTime", Rfc3339.micros(last));
        }

        private void write(ProtoWriter out, int field) {
            int start = out.begin(field);
            out.number(EventSeriesFields.COUNT, count)
                    .time(EventSeriesFields.LAST_OBSERVED_TIME, last)
                    .end(start);
        }
    }

    public EventBody with(Series repeated) {
        return new EventBody(
                namespace,
                name,
                time,
                Optional.of(repeated),
                controller,
                instance,
                action,
                reason,
                regarding,
                related,
                note,
                type);
    }

    /// Returns the event as `events.k8s.io/v1`.
    public Json.Obj json() {
        ObjBuilder event =
                Json.Obj.builder()
                        .put("kind", "Event")
                        .put("apiVersion", "events.k8s.io/v1")
                        .put("metadata", metadata())
                        .put("eventTime", Rfc3339.micros(time));
        series.ifPresent(repeated -> event.put("series", repeated.json()));
        event.put("reportingController", controller)
                .put("reportingInstance", instance)
                .put("action", action)
                .put("reason", reason)
                .put("regarding", regarding.json());
        related.ifPresent(object -> event.put("related", object.json()));
        return event.put("note", note).put("type", type).build();
    }

    /// Returns the event as `events.k8s.io/v1` in protobuf.
    public byte[] protobuf() {
        var out = new ProtoWriter();
        int event = ProtobufEnvelope.begin(out, "events.k8s.io/v1", "Event");
        int meta = out.begin(EventFields.METADATA);
        out.text(ObjectMetaFields.NAME, name).text(ObjectMetaFields.NAMESPACE, namespace).end(meta);
        out.time(EventFields.EVENT_TIME, time);
        series.ifPresent(repeated -> repeated.write(out, EventFields.SERIES));
        out.text(EventFields.REPORTING_CONTROLLER, controller)
                .text(EventFields.REPORTING_INSTANCE, instance)
                .text(EventFields.ACTION, action)
                .text(EventFields.REASON, reason);
        regarding.write(out, EventFields.REGARDING);
        related.ifPresent(object -> object.write(out, EventFields.RELATED));
        return out.text(EventFields.NOTE, note).text(EventFields.TYPE, type).end(event).toBytes();
    }

    /// Returns the event as core `v1`, with the legacy fields.
    public Json.Obj coreJson() {
        return Json.Obj.builder()
                .put("kind", "Event")
                .put("apiVersion", "v1")
                .put("metadata", metadata())
                .put("involvedObject", regarding.json())
                .put("reason", reason)
                .put("message", note)
                .put("source", Json.Obj.of("component", Json.of(controller)))
                .put("firstTimestamp", Rfc3339.seconds(time))
                .put("lastTimestamp", Rfc3339.seconds(series.map(Series::last).orElse(time)))
                .put("count", series.map(Series::count).orElse(1))
                .put("type", type)
                .put("reportingComponent", controller)
                .put("reportingInstance", "")
                .build();
    }

    private Json.Obj metadata() {
        return Json.Obj.of("name", Json.of(name)).with("namespace", namespace);
    }
}
