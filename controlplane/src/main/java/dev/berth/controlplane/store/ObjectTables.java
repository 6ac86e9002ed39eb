package dev.berth.controlplane.store;

import dev.berth.model.Kind;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The newest version of every object, by kind and key. The store's lock guards this class.
final class ObjectTables {
    private final Map<Kind, Map<String, ObjectVersion>> tables = new HashMap<>();

    Optional<ObjectVersion> find(Kind kind, String key) {
        return Optional.ofNullable(table(kind).get(key));
    }

    boolean has(Kind kind, String key) {
        return table(kind).containsKey(key);
    }

    void put(ObjectVersion object) {
        table(object.kind()).put(object.key(), object);
    }

    void remove(ObjectVersion object) {
        table(object.kind()).remove(object.key());
    }

    /// All objects of a kind, ordered by key.
    Collection<ObjectVersion> all(Kind kind) {
        return table(kind).values();
    }

    /// The selected objects, ordered by kind and key.
    List<ObjectVersion> matching(ObjectSelection selection) {
        var found = new ArrayList<ObjectVersion>();
        for (Kind kind : selection.kind().map(List::of).orElseGet(this::kinds)) {
            for (ObjectVersion object : all(kind)) {
                if (selection.covers(kind, object.namespace()) && selection.matches(object)) {
                    found.add(object);
                }
            }
        }
        return found;
    }

    /// The objects of the selected kind that matched at a revision of the history.
    List<ObjectVersion> matching(
            ObjectSelection selection, Kind kind, ChangeHistory history, long revision) {
        if (revision == history.last()) {
            return matching(selection);
        }
        var then = new TreeMap<>(table(kind));
        for (long undone = history.last(); undone > revision; undone--) {
            StoreChange change = history.at(undone);
            if (change.after().kind().equals(kind)) {
                ObjectVersion before = change.before();
                if (before == null) {
                    then.remove(change.after().key());
                } else {
                    then.put(before.key(), before);
                }
            }
        }
        return then.values().stream()
                .filter(it -> selection.covers(kind, it.namespace()) && selection.matches(it))
                .toList();
    }

    private List<Kind> kinds() {
        return tables.keySet().stream()
                .sorted(Comparator.comparing(Kind::apiVersion).thenComparing(Kind::plural))
                .toList();
    }

    private Map<String, ObjectVersion> table(Kind kind) {
        return tables.computeIfAbsent(kind, k -> new TreeMap<>());
    }
}
