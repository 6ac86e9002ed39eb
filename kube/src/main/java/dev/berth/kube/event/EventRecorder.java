package dev.berth.kube.event;

import dev.berth.engine.port.Clock;
import dev.berth.engine.port.Log;
import dev.berth.kubeclient.ApiStatus;
import dev.berth.kubeclient.http.ApiRequest;
import dev.berth.kubeclient.wire.EventBody;
import dev.berth.kubeclient.wire.ObjectReference;
import dev.berth.model.KubeObject;
import dev.berth.model.Pod;
import dev.berth.spi.EventRecord;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.random.RandomGenerator;

/// Decides which events are written. The first event of a series is written at once, the second one
/// starts the series, and later ones only update the series at intervals. The caller owns the
/// connections: it takes the next request and reports the outcome. No method blocks.
///
/// The recorder is thread-safe. client-go: `eventBroadcasterImpl`.
public final class EventRecorder {
    /// An event that does not repeat for this time ends its series; the next occurrence is written
    /// as a new event.
    static final Duration FINISH_EVERY = Duration.ofMinutes(6);

    static final Duration REFRESH_EVERY = Duration.ofMinutes(30);
    static final int MAX_TRIES = 12;

    // Differs: client-go's broadcaster queues 1,000 events and drops the rest. A burst of pods
    // exceeds that.
    static final int MAX_UNWRITTEN = 100_000;

    /// The maximum number of series in memory; client-go has no limit.
    static final int MAX_KNOWN = 100_000;

    private static final long RETRY_NANOS = Duration.ofSeconds(10).toNanos();
    private static final double RETRY_JITTER = 0.25;

    /// The API group of the events, which the recorder discovers from the server before the first
    /// write.
    private enum Group {
        UNKNOWN,
        DISCOVERING,
        EVENTS,
        CORE
    }

    private record Delayed(long due, RecordedEvent entry) {}

    private final Clock clock;
    private final RandomGenerator random;
    private final EventNames names;
    private final String host;
    private final boolean protobuf;
    private final Log log;
    private final Map<EventKey, RecordedEvent> known = new LinkedHashMap<>();
    private final Deque<RecordedEvent> ready = new ArrayDeque<>();
    private final PriorityQueue<Delayed> delayed =
            new PriorityQueue<>(Comparator.comparingLong(Delayed::due));
    private int inFlight;
    private long nextFinish;
    private long nextRefresh;
    private long nextDiscovery;
    private Group group = Group.UNKNOWN;
    private long written;
    private long dropped;
    private long refused;

    /// @param host the suffix of the reporting instance of the events
    /// @param protobuf whether to encode bodies as protobuf where the API group supports it
    public EventRecorder(
            Clock clock, RandomGenerator random, String host, boolean protobuf, Log log) {
        this.clock = clock;
        this.random = random;
        this.names = new EventNames(random);
        this.host = host;
        this.protobuf = protobuf;
        this.log = log;
        this.nextFinish = clock.nowNanos() + FINISH_EVERY.toNanos();
        this.nextRefresh = clock.nowNanos() + REFRESH_EVERY.toNanos();
    }

    /// Records an event without blocking.
    public synchronized void record(EventRecord note) {
        if (unwritten() >= MAX_UNWRITTEN) {
            dropped++;
            return;
        }
        Instant now = clock.instant();
        EventBody event = body(note, now);
        EventKey key = EventKey.of(event);
        RecordedEvent before = known.get(key);
        if (before == null) {
            var entry = new RecordedEvent(event);
            known.put(key, entry);
            write(entry);
            forgetOldest();
        } else if (before.again(now)) {
            write(before);
        }
    }

    private EventBody body(EventRecord note, Instant now) {
        KubeObject object = note.regarding();
        String profile = profile(note);
        return new EventBody(
                object.meta().namespace().isEmpty() ? "default" : object.meta().namespace(),
                names.name(object.meta().name(), now),
                now,
                Optional.empty(),
                profile,
                profile + "-" + host,
                note.action(),
                note.reason(),
                ObjectReference.of(object),
                note.related().map(ObjectReference::of),
                note.note(),
                note.warning() ? "Warning" : "Normal");
    }

    /// Returns the name of the acting profile: the scheduler name of the related pod, or else of
    /// the regarding pod.
    private static String profile(EventRecord note) {
        KubeObject acting = note.related().orElse(note.regarding());
        return acting instanceof Pod pod ? pod.spec().schedulerName() : "default-scheduler";
    }

    private void forgetOldest() {
        if (known.size() > MAX_KNOWN) {
            Iterator<RecordedEvent> entries = known.values().iterator();
            RecordedEvent oldest = entries.next();
            entries.remove();
            if (oldest.repeated()) {
                write(oldest);
            }
        }
    }

    private void write(RecordedEvent entry) {
        if (entry.write()) {
            ready.add(entry);
        }
    }

    /// Returns the next request to send, if there is one. Several requests can be in flight at
    /// once.
    public synchronized Optional<EventRequest> next() {
        long now = clock.nowNanos();
        updateSeries(now);
        while (!delayed.isEmpty() && delayed.peek().due <= now) {
            ready.add(delayed.poll().entry);
        }
        if (ready.isEmpty()) {
            return Optional.empty();
        }
        return switch (group) {
            case UNKNOWN -> now < nextDiscovery ? Optional.empty() : Optional.of(discovery());
            case DISCOVERING -> Optional.empty();
            case EVENTS, CORE -> Optional.of(outgoing(ready.remove(), false));
        };
    }

    private EventRequest discovery() {
        group = Group.DISCOVERING;
        return new EventRequest(
                EventRequest.Purpose.DISCOVER,
                ready.getFirst(),
                ApiRequest.get("/apis/events.k8s.io/v1"));
    }

    private EventRequest outgoing(RecordedEvent entry, boolean recreate) {
        inFlight++;
        EventBody event = entry.next();
        boolean creates = recreate || event.series().isEmpty();
        var purpose = creates ? EventRequest.Purpose.CREATE : EventRequest.Purpose.PATCH;
        return new EventRequest(
                purpose,
                entry,
                creates
                        ? EventRequests.create(event, group == Group.CORE, protobuf)
                        : EventRequests.patch(event, group == Group.CORE));
    }

    /// Ends the series that no longer repeat and refreshes the series that continue.
    private void updateSeries(long now) {
        if (now >= nextFinish) {
            nextFinish = now + FINISH_EVERY.toNanos();
            Instant limit = clock.instant().minus(FINISH_EVERY);
            known.values()
                    .removeIf(entry -> {
                        boolean over = entry.last().isBefore(limit);
                        if (over && entry.repeated()) {
                            write(entry);
                        }
                        return over;
                    });
        }
        if (now >= nextRefresh) {
            nextRefresh = now + REFRESH_EVERY.toNanos();
            known.values().stream().filter(RecordedEvent::repeated).forEach(this::write);
        }
    }

    /// Reports the outcome of a request.
    ///
    /// @return a request to send at once instead, if there is one
    public synchronized Optional<EventRequest> answered(
            EventRequest outgoing, EventOutcome outcome) {
        if (outgoing.purpose() == EventRequest.Purpose.DISCOVER) {
            discovered(outcome);
            return Optional.empty();
        }
        inFlight--;
        RecordedEvent entry = outgoing.entry();
        return switch (outcome) {
            case EventOutcome.Granted() -> {
                written++;
                done(entry);
                yield Optional.empty();
            }
            case EventOutcome.Refused(ApiStatus why) -> refused(outgoing, why);
            case EventOutcome.Unreachable(String why) -> {
                later(entry, why);
                yield Optional.empty();
            }
        };
    }

    private void discovered(EventOutcome outcome) {
        switch (outcome) {
            case EventOutcome.Granted() -> group = Group.EVENTS;
            // Without permission for discovery, assume `events.k8s.io`: every server since 1.19 has
            // it.
            case EventOutcome.Refused(ApiStatus why) ->
                    group = why.code() == 404 ? Group.CORE : Group.EVENTS;
            case EventOutcome.Unreachable(String why) -> {
                group = Group.UNKNOWN;
                nextDiscovery = clock.nowNanos() + pause();
            }
        }
    }

    private Optional<EventRequest> refused(EventRequest outgoing, ApiStatus why) {
        RecordedEvent entry = outgoing.entry();
        boolean series = entry.next().series().isPresent();
        if (outgoing.purpose() == EventRequest.Purpose.PATCH && why.code() == 404) {
            return Optional.of(outgoing(entry, true));
        }
        // The series did not exist at the patch and exists at the create: another client created it
        // in between.
        if (series && why.reason().equals("AlreadyExists") || why.code() == 429) {
            later(entry, why.message());
            return Optional.empty();
        }
        refused++;
        if (!why.reason().equals("AlreadyExists")) {
            log.error(
                    null,
                    "Server rejected event (will not retry!)",
                    "event",
                    entry.first().name(),
                    "err",
                    why.message());
        }
        done(entry);
        return Optional.empty();
    }

    private void later(RecordedEvent entry, String why) {
        if (entry.failed() >= MAX_TRIES) {
            dropped++;
            log.error(
                    null,
                    "Unable to write event (retry limit exceeded!)",
                    "event",
                    entry.first().name(),
                    "err",
                    why);
            done(entry);
        } else {
            delayed.add(new Delayed(clock.nowNanos() + pause(), entry));
        }
    }

    private long pause() {
        return RETRY_NANOS + (long) (random.nextDouble() * RETRY_JITTER * RETRY_NANOS);
    }

    private void done(RecordedEvent entry) {
        if (entry.done()) {
            ready.add(entry);
        }
    }

    private int unwritten() {
        return ready.size() + delayed.size() + inFlight;
    }

    /// Returns when the next call of [#next] can return a request even if no event is recorded
    /// until then.
    public synchronized long nextDueNanos() {
        if (!ready.isEmpty() && (group == Group.EVENTS || group == Group.CORE)) {
            return clock.nowNanos();
        }
        long due = Math.min(nextFinish, nextRefresh);
        if (!delayed.isEmpty()) {
            due = Math.min(due, delayed.peek().due);
        }
        return group == Group.UNKNOWN && !ready.isEmpty() ? Math.min(due, nextDiscovery) : due;
    }

    /// The number of requests that the server accepted.
    public synchronized long written() {
        return written;
    }

    /// The number of events that were never written, because the queue was full or the server did
    /// not respond.
    public synchronized long dropped() {
        return dropped;
    }

    /// The number of events that the server rejected.
    public synchronized long refused() {
        return refused;
    }
}
