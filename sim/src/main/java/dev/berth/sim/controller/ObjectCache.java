package dev.berth.sim.controller;

import dev.berth.controlplane.store.ListResult;
import dev.berth.controlplane.store.ObjectSelection;
import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.store.Reply;
import dev.berth.controlplane.store.Store;
import dev.berth.controlplane.store.Watch;
import dev.berth.controlplane.store.WatchEvent;
import dev.berth.model.Kind;
import dev.berth.model.OwnerReference;
import dev.berth.model.Pod;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/// The informer cache that the controllers share: objects by kind and key, dependents by owner, and
/// pods by node. It uses one watch for everything except events and leases, and lists again when
/// the watch expires.
final class ObjectCache {
    private static final Set<String> IGNORED = Set.of("Event", "Lease");

    private final Store store;
    private final Runnable wakeUp;
    private final Map<Kind, NavigableMap<String, ObjectVersion>> objects = new HashMap<>();
    private final Map<String, Map<String, ObjectVersion>> owned = new HashMap<>();
    private final Map<String, Map<String, ObjectVersion>> onNode = new HashMap<>();
    private @Nullable Watch watch;

    /// @param wakeUp called when there may be changes to read
    ObjectCache(Store store, Runnable wakeUp) {
        this.store = store;
        this.wakeUp = wakeUp;
    }

    /// Applies up to about `max` available changes, and passes each to `delivered`. Returns their
    /// number.
    int follow(int max, Consumer<CacheUpdate> delivered) {
        if (watch == null || watch.ended().isPresent()) {
            return begin(delivered);
        }
        List<WatchEvent> events = watch.read(max);
        for (WatchEvent event : events) {
            switch (event.type()) {
                case ADDED, MODIFIED -> delivered.accept(put(event.object()));
                case DELETED -> delivered.accept(removed(event.object()));
                case BOOKMARK -> {}
            }
        }
        return events.size();
    }

    Optional<ObjectVersion> find(Kind kind, String key) {
        return Optional.ofNullable(table(kind).get(key));
    }

    /// All objects of a kind, ordered by key.
    Collection<ObjectVersion> all(Kind kind) {
        return table(kind).values();
    }

    Collection<ObjectVersion> in(String namespace, Kind kind) {
        // In ASCII, '0' follows '/'.
        return table(kind).subMap(namespace + "/", namespace + "0").values();
    }

    Set<Kind> kinds() {
        return objects.keySet();
    }

    /// The objects that have an owner reference with this UID.
    List<ObjectVersion> ownedBy(String uid) {
        return List.copyOf(owned.getOrDefault(uid, Map.of()).values());
    }

    /// The objects of a kind whose controller has this UID.
    List<ObjectVersion> controlledBy(String uid, Kind kind) {
        var found = new ArrayList<ObjectVersion>();
        for (ObjectVersion object : owned.getOrDefault(uid, Map.of()).values()) {
            if (object.kind().equals(kind) && controller(object).filter(uid::equals).isPresent()) {
                found.add(object);
            }
        }
        return found;
    }

    /// The UID of the controller of an object.
    static Optional<String> controller(ObjectVersion object) {
        return object.typed().meta().controller().map(OwnerReference::uid);
    }

    Collection<ObjectVersion> podsOn(String node) {
        return List.copyOf(onNode.getOrDefault(node, Map.of()).values());
    }

    private int begin(Consumer<CacheUpdate> delivered) {
        ObjectSelection selection =
                ObjectSelection.everything()
                        .where(object -> !IGNORED.contains(object.kind().name()));
        ListResult listing = store.list(selection);
        if (!(store.watch(selection, listing.revision(), wakeUp)
                instanceof Reply.Granted<Watch>(var opened))) {
            return 0;
        }
        watch = opened;
        var missing = new ArrayList<ObjectVersion>();
        for (Map<String, ObjectVersion> table : objects.values()) {
            for (ObjectVersion known : table.values()) {
                if (store.find(known.kind(), known.namespace(), known.name())
                        .filter(now -> now.uid().equals(known.uid()))
                        .isEmpty()) {
                    missing.add(known);
                }
            }
        }
        missing.forEach(gone -> delivered.accept(removed(gone)));
        listing.objects().forEach(object -> delivered.accept(put(object)));
        return missing.size() + listing.objects().size();
    }

    private CacheUpdate put(ObjectVersion object) {
        ObjectVersion before = table(object.kind()).put(object.key(), object);
        if (before != null) {
            unindex(before);
        }
        for (OwnerReference owner : object.typed().meta().owners()) {
            owned.computeIfAbsent(owner.uid(), _ -> new LinkedHashMap<>())
                    .put(object.uid(), object);
        }
        node(object)
                .ifPresent(node ->
                        onNode.computeIfAbsent(node, _ -> new LinkedHashMap<>())
                                .put(object.uid(), object));
        return new CacheUpdate(before, object, false);
    }

    private CacheUpdate removed(ObjectVersion object) {
        ObjectVersion before = table(object.kind()).remove(object.key());
        if (before != null) {
            unindex(before);
        }
        return new CacheUpdate(before, object, true);
    }

    private void unindex(ObjectVersion object) {
        for (OwnerReference owner : object.typed().meta().owners()) {
            drop(owned, owner.uid(), object);
        }
        node(object).ifPresent(node -> drop(onNode, node, object));
    }

    private static void drop(
            Map<String, Map<String, ObjectVersion>> index, String key, ObjectVersion object) {
        Map<String, ObjectVersion> there = index.get(key);
        if (there != null && there.remove(object.uid()) != null && there.isEmpty()) {
            index.remove(key);
        }
    }

    private static Optional<String> node(ObjectVersion object) {
        return object.typed() instanceof Pod pod && pod.assigned()
                ? Optional.of(pod.spec().nodeName())
                : Optional.empty();
    }

    private NavigableMap<String, ObjectVersion> table(Kind kind) {
        return objects.computeIfAbsent(kind, _ -> new TreeMap<>());
    }
}
