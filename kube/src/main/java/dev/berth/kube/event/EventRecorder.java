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

/// Decides which events are written: the first of its kind at once, the second as the start of a
/// series, further ones only now and then. Who has a connection asks for the next request and tells
/// how it ended; nothing waits here.
///
/// Safe for several threads.
public final class EventRecorder {
    /// After this time without repetition an event is told from its next occurrence.
    static final Duration FINISH_EVERY = Duration.ofMinutes(6);

    static final Duration REFRESH_EVERY = Duration.ofMinutes(30);
    static final int MAX_TRIES = 12;

    // Differs: upstream drops above 1,000, which a burst of pods exceeds.
    static final int MAX_UNWRITTEN = 100_000;

    /// Kept to notice repetitions; upstream sets no bound.
    static final int MAX_KNOWN = 100_000;

    private static final long RETRY_NANOS = Duration.ofSeconds(10).toNanos();
    private static final double RETRY_JITTER = 0.25;

    /// Which group events are written to; not known before the server was asked.
    private enum Group {
        UNKNOWN,
        ASKED,
        EVENTS,
        CORE
    }

    private record Delayed(long due, RecordedEvent entry) {}

    private final Clock clock;
    private final RandomGenerator chance;
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
    private long askAgain;
    private Group group = Group.UNKNOWN;
    private long written;
    private long dropped;
    private long refused;

    /// @param host part of the instance that events say they come from
    /// @param protobuf whether bodies go as protobuf where that is possible
    public EventRecorder(
            Clock clock, RandomGenerator chance, String host, boolean protobuf, Log log) {
        this.clock = clock;
        this.chance = chance;
        this.names = new EventNames(chance);
        this.host = host;
        this.protobuf = protobuf;
        this.log = log;
        this.nextFinish = clock.nowNanos() + FINISH_EVERY.toNanos();
        this.nextRefresh = clock.nowNanos() + REFRESH_EVERY.toNanos();
    }

    /// Takes note of an event; never waits.
    public synchronized void record(EventRecord note) {
        if (unwritten() >= MAX_UNWRITTEN) {
            dropped++;
            return;
        }
        Instant now = clock.instant();
        EventBody event = body(note, now);
        EventKey topic = EventKey.of(event);
        RecordedEvent before = known.get(topic);
        if (before == null) {
            var entry = new RecordedEvent(event);
            known.put(topic, entry);
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
                EventText.cut(note.note()),
                note.warning() ? "Warning" : "Normal");
    }

    /// The profile that acts: that of the pod that has to do with it, or of the one it is about.
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

    /// What to send now, if anything. Several may be under way at once.
    public synchronized Optional<EventRequest> next() {
        long now = clock.nowNanos();
        rounds(now);
        while (!delayed.isEmpty() && delayed.peek().due <= now) {
            ready.add(delayed.poll().entry);
        }
        if (ready.isEmpty()) {
            return Optional.empty();
        }
        return switch (group) {
            case UNKNOWN -> now < askAgain ? Optional.empty() : Optional.of(discovery());
            case ASKED -> Optional.empty();
            case EVENTS, CORE -> Optional.of(outgoing(ready.remove(), false));
        };
    }

    private EventRequest discovery() {
        group = Group.ASKED;
        return new EventRequest(
                EventRequest.Purpose.DISCOVER,
                ready.getFirst(),
                ApiRequest.get("/apis/events.k8s.io/v1"));
    }

    private EventRequest outgoing(RecordedEvent entry, boolean anew) {
        inFlight++;
        EventBody event = entry.next();
        boolean creates = anew || event.series().isEmpty();
        var purpose = creates ? EventRequest.Purpose.CREATE : EventRequest.Purpose.PATCH;
        return new EventRequest(
                purpose,
                entry,
                creates
                        ? EventRequests.create(event, group == Group.CORE, protobuf)
                        : EventRequests.patch(event, group == Group.CORE));
    }

    /// The rounds over what is known: what ended is told and forgotten, what goes on is told again.
    private void rounds(long now) {
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

    /// Tells how a request ended.
    ///
    /// @return what to send at once in its place, if anything
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
            // Whoever may not look still finds the newer group in every server since 1.19.
            case EventOutcome.Refused(ApiStatus why) ->
                    group = why.code() == 404 ? Group.CORE : Group.EVENTS;
            case EventOutcome.Unreachable(String why) -> {
                group = Group.UNKNOWN;
                askAgain = clock.nowNanos() + pause();
            }
        }
    }

    private Optional<EventRequest> refused(EventRequest outgoing, ApiStatus why) {
        RecordedEvent entry = outgoing.entry();
        boolean series = entry.next().series().isPresent();
        if (outgoing.purpose() == EventRequest.Purpose.PATCH && why.code() == 404) {
            return Optional.of(outgoing(entry, true));
        }
        // A series that was not there and now is: somebody created it meanwhile.
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
        return RETRY_NANOS + (long) (chance.nextDouble() * RETRY_JITTER * RETRY_NANOS);
    }

    private void done(RecordedEvent entry) {
        if (entry.done()) {
            ready.add(entry);
        }
    }

    private int unwritten() {
        return ready.size() + delayed.size() + inFlight;
    }

    /// When to ask again though nothing new was recorded.
    public synchronized long nextDueNanos() {
        if (!ready.isEmpty() && (group == Group.EVENTS || group == Group.CORE)) {
            return clock.nowNanos();
        }
        long due = Math.min(nextFinish, nextRefresh);
        if (!delayed.isEmpty()) {
            due = Math.min(due, delayed.peek().due);
        }
        return group == Group.UNKNOWN && !ready.isEmpty() ? Math.min(due, askAgain) : due;
    }

    /// Requests the server granted.
    public synchronized long written() {
        return written;
    }

    /// Events that were never told, for want of room or of an answer.
    public synchronized long dropped() {
        return dropped;
    }

    /// Events the server would not have.
    public synchronized long refused() {
        return refused;
    }
}
