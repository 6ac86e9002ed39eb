package dev.berth.controlplane.store;

import dev.berth.controlplane.tree.Path;
import dev.berth.engine.port.Clock;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Meta;
import dev.berth.model.json.Json;
import dev.berth.spi.EventRecord;

import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Writes Kubernetes events to the store. A repeated event becomes a series. Above the limit, the
/// least recent events are deleted.
public final class EventLog {
    public static final int DEFAULT_LIMIT = 5_000;

    private static final Path COUNT = Path.of("series", "count");
    private static final int MAX_BASE = 230;
    private static final int TRIES = 100;

    private record Topic(String uid, boolean warning, String reason, String action, String note) {}

    private record Place(String namespace, String name) {}

    private final Store store;
    private final Timestamps stamp;
    private final String reporter;
    private final int limit;
    private final LinkedHashMap<Topic, Place> places = new LinkedHashMap<>(16, 0.75f, true);
    private long sequence;

    /// @param reporter the `reportingController` of the events
    public EventLog(Store store, Clock clock, String reporter, int limit) {
        this.store = store;
        this.stamp = new Timestamps(clock);
        this.reporter = reporter;
        this.limit = limit;
    }

    public void record(List<EventRecord> notes) {
        store.together(() -> {
            notes.forEach(this::record);
            return notes;
        });
    }

    private void record(EventRecord note) {
        var topic =
                new Topic(
                        note.regarding().meta().uid(),
                        note.warning(),
                        note.reason(),
                        note.action(),
                        note.note());
        Place place = places.get(topic);
        if (place == null || !repeated(place)) {
            created(note).ifPresent(made -> places.put(topic, made));
            dropStalest();
        }
    }

    private boolean repeated(Place place) {
        return store.find(Kind.EVENT, place.namespace, place.name)
                .map(event -> {
                    Json.Obj series =
                            Json.Obj.EMPTY
                                    .with("count", COUNT.number(event.json(), 1) + 1)
                                    .with("lastObservedTime", stamp.micros());
                    return store.replace(event.json().with("series", series), WriteScope.WHOLE);
                })
                .isPresent();
    }

    /// Creates an event. The result is empty if the namespace does not exist or is being deleted.
    /// Each log has its own sequence, so it skips names that already exist.
    private Optional<Place> created(EventRecord note) {
        Meta meta = note.regarding().meta();
        String namespace = meta.namespace().isEmpty() ? "default" : meta.namespace();
        boolean open =
                store.find(Kind.NAMESPACE, "", namespace)
                        .filter(found -> !ObjectFields.DELETED.in(found.json()))
                        .isPresent();
        String base = meta.name().substring(0, Math.min(meta.name().length(), MAX_BASE));
        for (int i = 0; open && i < TRIES; i++) {
            String name = base + "." + HexFormat.of().toHexDigits(++sequence);
            if (store.create(event(note, namespace, name)).granted()) {
                return Optional.of(new Place(namespace, name));
            }
        }
        return Optional.empty();
    }

    private Json.Obj event(EventRecord note, String namespace, String name) {
        return ObjectTemplates.named(Kind.EVENT, namespace, name)
                .with("eventTime", stamp.micros())
                .with("reportingController", reporter)
                .with("reportingInstance", reporter)
                .with("action", note.action())
                .with("reason", note.reason())
                .with("type", note.warning() ? "Warning" : "Normal")
                .with("note", note.note())
                .with("regarding", reference(note.regarding()));
    }

    private static Json.Obj reference(KubeObject object) {
        return Json.Obj.builder()
                .put("apiVersion", object.kind().apiVersion())
                .put("kind", object.kind().name())
                .putUnlessEmpty("namespace", object.meta().namespace())
                .put("name", object.meta().name())
                .put("uid", object.meta().uid())
                .putUnlessEmpty("resourceVersion", object.meta().resourceVersion())
                .build();
    }

    private void dropStalest() {
        while (places.size() > limit) {
            Map.Entry<Topic, Place> stalest = places.pollFirstEntry();
            store.delete(
                    Kind.EVENT,
                    stalest.getValue().namespace,
                    stalest.getValue().name,
                    DeleteRequest.NOW);
        }
    }
}
