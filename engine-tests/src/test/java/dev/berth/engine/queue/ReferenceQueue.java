package dev.berth.engine.queue;

import dev.berth.engine.view.QueueMove;
import dev.berth.engine.view.QueueSizes;
import dev.berth.model.Pod;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.EnqueueExtensions;
import dev.berth.spi.ObjectChange;
import dev.berth.spi.Plugin;
import dev.berth.spi.PreEnqueue;
import dev.berth.spi.QueueingHints;
import dev.berth.spi.Reject;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The reference implementation of [SchedulingQueue]: one list, and a pass over it for every
/// operation.
final class ReferenceQueue {
    private static final long FLUSH_PERIOD = Duration.ofSeconds(30).toNanos();

    /// The registration of a plugin of a profile.
    private record Registered(String plugin, ClusterEvent event, QueueingHints.QueueingHint hint) {}

    private record Logged(ClusterEvent event, ObjectChange change) {}

    private enum Worth {
        NOTHING,
        AFTER_BACKOFF,
        AT_ONCE
    }

    /// A pending pod.
    static final class Entry {
        Pod pod;
        final List<QueueMove> moves = new ArrayList<>();
        final Set<String> unschedulable = new TreeSet<>();
        final Set<String> pending = new TreeSet<>();
        QueueName place = QueueName.NONE;
        String gate = "";
        long arrival;
        long queuedAt;
        long flushedAt;
        int attempts;
        int rejections;
        int errors;
        int takenAt = -1;

        Entry(Pod pod, long now) {
            this.pod = pod;
            this.queuedAt = now;
        }

        boolean rejected() {
            return !unschedulable.isEmpty() || !pending.isEmpty();
        }
    }

    private final Map<String, Map<String, Plugin>> profiles;
    private final Backoff backoff;
    private final long maxUnschedulable;
    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private final List<Logged> log = new ArrayList<>();
    private final Map<String, Long> incoming = new TreeMap<>();
    private long arrivals;
    private long lastFlush;
    private long rescues;

    ReferenceQueue(
            Map<String, Map<String, Plugin>> profiles,
            Backoff backoff,
            Duration maxUnschedulable,
            long now) {
        this.profiles = profiles;
        this.backoff = backoff;
        this.maxUnschedulable = maxUnschedulable.toNanos();
        this.lastFlush = now;
    }

    void add(Pod pod, String label, long now) {
        var entry = new Entry(pod, now);
        entries.put(pod.uid(), entry);
        toActive(entry, label, now);
    }

    Optional<Entry> pop(long now) {
        Optional<Entry> ready = in(QueueName.ACTIVE).min(this::byPriority);
        if (ready.isEmpty()) {
            ready =
                    in(QueueName.BACKOFF)
                            .min(
                                    Comparator.comparingLong(this::ends)
                                            .thenComparing(this::byPriority));
            ready.ifPresent(entry -> count(QueueName.ACTIVE, "PopFromBackoffQ"));
        }
        ready.ifPresent(entry -> {
            entry.attempts++;
            move(entry, QueueName.IN_FLIGHT, "", now);
            entry.takenAt = log.size();
        });
        return ready;
    }

    private int byPriority(Entry a, Entry b) {
        return Comparator.<Entry>comparingInt(entry -> -entry.pod.spec().priority())
                .thenComparingLong(entry -> entry.queuedAt)
                .thenComparingLong(entry -> entry.arrival)
                .compare(a, b);
    }

    void done(String uid) {
        Entry entry = entries.get(uid);
        if (entry != null && entry.place == QueueName.IN_FLIGHT) {
            entry.takenAt = -1;
            entries.remove(uid);
        }
    }

    void addUnschedulableIfNotPresent(Entry entry, Pod now, long nowNanos) {
        Entry present = entries.get(entry.pod.uid());
        if (present != null && present != entry) {
            present.takenAt = -1;
            return;
        }
        entry.pod = now;
        entries.put(now.uid(), entry);
        if (entry.rejected()) {
            entry.rejections++;
            entry.errors = 0;
        } else {
            entry.errors++;
        }
        entry.queuedAt = nowNanos;
        entry.flushedAt = 0;
        Worth score = Worth.AFTER_BACKOFF;
        if (entry.rejected() && entry.takenAt >= 0) {
            score = Worth.NOTHING;
            for (Logged logged : log.subList(entry.takenAt, log.size())) {
                if (logged.event.resource().equals(ClusterEvent.TARGET_POD)
                        && !logged.change
                                .after()
                                .orElseThrow()
                                .meta()
                                .uid()
                                .equals(entry.pod.uid())) {
                    continue;
                }
                Worth wanted = score(entry, logged.event, logged.change);
                score = wanted.compareTo(score) > 0 ? wanted : score;
                if (score == Worth.AT_ONCE
                        || score == Worth.AFTER_BACKOFF && entry.pending.isEmpty()) {
                    break;
                }
            }
        }
        entry.takenAt = -1;
        entry.place = QueueName.NONE;
        requeue(entry, score, "ScheduleAttemptFailure", nowNanos);
    }

    void update(Pod before, Pod after, List<ClusterEvent> events, long now) {
        Entry entry = entries.get(after.uid());
        if (entry == null) {
            add(after, "UnscheduledPodAdd", now);
            return;
        }
        ObjectChange change = ObjectChange.updated(before, after);
        if (entry.place == QueueName.IN_FLIGHT) {
            events.forEach(event -> log(event, change));
            return;
        }
        entry.pod = after;
        if (entry.place == QueueName.UNSCHEDULABLE) {
            for (ClusterEvent event : events) {
                Worth score = score(entry, event, change);
                if (score != Worth.NOTHING) {
                    requeue(entry, score, event.label(), now);
                }
                if (entry.place != QueueName.UNSCHEDULABLE) {
                    return;
                }
            }
        }
    }

    void delete(String uid) {
        Entry entry = entries.get(uid);
        if (entry != null && entry.place != QueueName.IN_FLIGHT) {
            entries.remove(uid);
        }
    }

    void moveAll(ClusterEvent event, ObjectChange change, Predicate<Pod> only, long now) {
        boolean wanted =
                event.wildcard()
                        || profiles.keySet().stream()
                                .flatMap(profile -> registered(profile).stream())
                                .anyMatch(each -> each.event.matches(event));
        if (wanted) {
            move(
                    unschedulable().filter(entry -> only.test(entry.pod)).toList(),
                    event,
                    change,
                    now);
        }
    }

    private Stream<Entry> unschedulable() {
        return in(QueueName.UNSCHEDULABLE).sorted(Comparator.comparingLong(entry -> entry.arrival));
    }

    private void move(List<Entry> candidates, ClusterEvent event, ObjectChange change, long now) {
        for (Entry entry : candidates) {
            if (entry.gate.isEmpty() || event.wildcard() || covers(entry, event)) {
                Worth score = score(entry, event, change);
                if (score != Worth.NOTHING) {
                    entry.place = QueueName.NONE;
                    requeue(entry, score, event.label(), now);
                }
            }
        }
        log(event, change);
    }

    private boolean covers(Entry entry, ClusterEvent event) {
        return registered(profileOf(entry)).stream()
                .anyMatch(each -> each.plugin.equals(entry.gate) && each.event.matches(event));
    }

    void activate(Collection<Pod> pods, long now) {
        for (Pod pod : pods) {
            Entry entry = entries.get(pod.uid());
            if (entry == null) {
                continue;
            }
            switch (entry.place) {
                case UNSCHEDULABLE -> toActive(entry, "ForceActivate", now);
                case BACKOFF, ERROR_BACKOFF -> enter(entry, QueueName.ACTIVE, "ForceActivate", now);
                case IN_FLIGHT -> log(ClusterEvent.FORCE_ACTIVATE, ObjectChange.added(pod));
                case ACTIVE, NONE -> {}
            }
        }
    }

    void flushDue(long now) {
        Comparator<Entry> byEnd = Comparator.comparingLong(this::ends);
        endBackoffs(in(QueueName.BACKOFF).sorted(byEnd.thenComparing(this::byPriority)), now);
        endBackoffs(
                in(QueueName.ERROR_BACKOFF).sorted(byEnd.thenComparingLong(entry -> entry.arrival)),
                now);
        if (flushDue() <= now) {
            flush(now);
            lastFlush = now - Math.floorMod(now - lastFlush, FLUSH_PERIOD);
        }
    }

    private void endBackoffs(Stream<Entry> inOrder, long now) {
        inOrder.filter(entry -> !backingOff(entry, now))
                .toList()
                .forEach(entry -> enter(entry, QueueName.ACTIVE, "BackoffComplete", now));
    }

    private void flush(long now) {
        List<Entry> stale =
                unschedulable()
                        .filter(entry ->
                                now - Math.max(entry.queuedAt, entry.flushedAt) > maxUnschedulable)
                        .toList();
        for (Entry entry : stale) {
            entry.flushedAt = now;
        }
        if (!stale.isEmpty()) {
            var noChange = new ObjectChange(Optional.empty(), Optional.empty());
            move(stale, ClusterEvent.UNSCHEDULABLE_TIMEOUT, noChange, now);
            rescues += stale.stream().filter(e -> e.place != QueueName.UNSCHEDULABLE).count();
        }
    }

    long flushDue() {
        return in(QueueName.UNSCHEDULABLE).findAny().isEmpty()
                ? Long.MAX_VALUE
                : lastFlush + FLUSH_PERIOD;
    }

    long backoffDue() {
        return Stream.concat(in(QueueName.BACKOFF), in(QueueName.ERROR_BACKOFF))
                .mapToLong(entry -> ends(entry) == 0 ? 0 : Backoff.leavesNanos(ends(entry)))
                .min()
                .orElse(Long.MAX_VALUE);
    }

    private long ends(Entry entry) {
        int count = entry.errors > 0 ? entry.errors : entry.rejections;
        long end = entry.queuedAt + (count == 0 ? 0 : backoff.durationNanos(count));
        return count == 0 ? 0 : end - Math.floorMod(end, 1_000_000_000L);
    }

    private boolean backingOff(Entry entry, long now) {
        return ends(entry) != 0 && ends(entry) >= now - Math.floorMod(now, 1_000_000_000L);
    }

    private void requeue(Entry entry, Worth score, String label, long now) {
        if (score == Worth.NOTHING) {
            addUnschedulable(entry, label, now);
        } else if (score == Worth.AFTER_BACKOFF && backingOff(entry, now)) {
            if (!admitted(entry)) {
                addUnschedulable(entry, label, now);
            } else {
                enter(
                        entry,
                        entry.rejected() ? QueueName.BACKOFF : QueueName.ERROR_BACKOFF,
                        label,
                        now);
            }
        } else {
            toActive(entry, label, now);
        }
    }

    private void toActive(Entry entry, String label, long now) {
        if (admitted(entry)) {
            enter(entry, QueueName.ACTIVE, label, now);
        } else {
            addUnschedulable(entry, label, now);
        }
    }

    private void enter(Entry entry, QueueName place, String label, long now) {
        entry.arrival = arrivals++;
        move(entry, place, label, now);
        count(place, label);
    }

    private void addUnschedulable(Entry entry, String label, long now) {
        if (entry.place != QueueName.UNSCHEDULABLE) {
            entry.arrival = arrivals++;
            move(entry, QueueName.UNSCHEDULABLE, label, now);
            count(QueueName.UNSCHEDULABLE, label);
        }
    }

    private static void move(Entry entry, QueueName place, String label, long now) {
        entry.place = place;
        entry.moves.add(new QueueMove(place.label(), label, now));
        if (entry.moves.size() > 8) {
            entry.moves.removeFirst();
        }
    }

    private boolean admitted(Entry entry) {
        Map<String, Plugin> plugins = plugins(profileOf(entry));
        var names = new ArrayList<>(plugins.keySet());
        names.sort(Comparator.comparing(name -> !name.equals(entry.gate)));
        for (String name : names) {
            if (plugins.get(name) instanceof PreEnqueue plugin && !admits(plugin, entry.pod)) {
                entry.unschedulable.add(name);
                entry.gate = name;
                return false;
            }
        }
        entry.gate = "";
        return true;
    }

    private static boolean admits(PreEnqueue plugin, Pod pod) {
        try {
            return !(plugin.preEnqueue(pod) instanceof Reject);
        } catch (IllegalStateException broken) {
            return false;
        }
    }

    private Worth score(Entry entry, ClusterEvent event, ObjectChange change) {
        if (!entry.rejected()) {
            return Worth.AFTER_BACKOFF;
        }
        if (event.wildcard()) {
            return change.after()
                            .map(object -> object.meta().uid().equals(entry.pod.uid()))
                            .orElse(true)
                    ? Worth.AFTER_BACKOFF
                    : Worth.NOTHING;
        }
        Worth score = Worth.NOTHING;
        for (Registered each : registered(profileOf(entry))) {
            boolean pending = entry.pending.contains(each.plugin);
            boolean concerned = pending || entry.unschedulable.contains(each.plugin);
            if (concerned && each.event.matches(event) && helps(each, entry.pod, change)) {
                if (pending) {
                    return Worth.AT_ONCE;
                }
                score = Worth.AFTER_BACKOFF;
                if (entry.pending.isEmpty()) {
                    return score;
                }
            }
        }
        return score;
    }

    private static boolean helps(Registered registered, Pod pod, ObjectChange change) {
        try {
            return registered.hint.shouldQueue(pod, change);
        } catch (IllegalStateException broken) {
            return true;
        }
    }

    private List<Registered> registered(String profile) {
        var all = new ArrayList<Registered>();
        plugins(profile)
                .forEach((name, plugin) -> {
                    if (plugin instanceof EnqueueExtensions requeue) {
                        requeue.eventsToRegister((resource, actions, hint) ->
                                all.add(
                                        new Registered(
                                                name, ClusterEvent.of(resource, actions), hint)));
                    }
                });
        return all;
    }

    private Map<String, Plugin> plugins(String profile) {
        return profiles.getOrDefault(profile, Map.of());
    }

    private static String profileOf(Entry entry) {
        return entry.pod.spec().schedulerName();
    }

    private void log(ClusterEvent event, ObjectChange change) {
        if (entries.values().stream().anyMatch(entry -> entry.takenAt >= 0)) {
            log.add(new Logged(event, change));
        }
    }

    private Stream<Entry> in(QueueName place) {
        return entries.values().stream().filter(entry -> entry.place == place);
    }

    private void count(QueueName place, String event) {
        incoming.merge(place.label() + "/" + event, 1L, Long::sum);
    }

    QueueSizes sizes() {
        int gated =
                (int) in(QueueName.UNSCHEDULABLE).filter(entry -> !entry.gate.isEmpty()).count();
        List<Entry> taken = entries.values().stream().filter(e -> e.takenAt >= 0).toList();
        return new QueueSizes(
                (int) in(QueueName.ACTIVE).count(),
                (int) (in(QueueName.BACKOFF).count() + in(QueueName.ERROR_BACKOFF).count()),
                (int) in(QueueName.UNSCHEDULABLE).count() - gated,
                gated,
                taken.size(),
                taken.stream().mapToInt(e -> log.size() - e.takenAt).max().orElse(0));
    }

    Map<String, Long> incoming() {
        return incoming;
    }

    long rescues() {
        return rescues;
    }

    Map<String, Entry> all() {
        return entries;
    }
}
