package dev.berth.controlplane.store;

import dev.berth.model.Kind;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// The open watches, indexed by kind and by node. With one watch for each node, a change of a pod
/// must not visit all of them. The store's lock guards this class.
final class OpenWatches {
    private final Set<Watch> ofEverything = new LinkedHashSet<>();
    private final Map<Kind, Set<Watch>> ofKind = new HashMap<>();
    private final Map<String, Set<Watch>> ofNode = new HashMap<>();

    void add(Watch watch) {
        ObjectSelection selection = watch.selection();
        if (selection.node().isPresent()) {
            ofNode.computeIfAbsent(selection.node().get(), _ -> new LinkedHashSet<>()).add(watch);
        } else if (selection.kind().isPresent()) {
            ofKind.computeIfAbsent(selection.kind().get(), _ -> new LinkedHashSet<>()).add(watch);
        } else {
            ofEverything.add(watch);
        }
    }

    void remove(Watch watch) {
        ObjectSelection selection = watch.selection();
        if (selection.node().isPresent()) {
            remove(ofNode, selection.node().get(), watch);
        } else if (selection.kind().isPresent()) {
            remove(ofKind, selection.kind().get(), watch);
        } else {
            ofEverything.remove(watch);
        }
    }

    /// Calls `each` for all watches that a change may concern.
    void concernedBy(StoreChange change, Consumer<Watch> each) {
        ofEverything.forEach(each);
        ofKind.getOrDefault(change.after().kind(), Set.of()).forEach(each);
        if (!ofNode.isEmpty() && change.after().kind().equals(Kind.POD)) {
            String node = ObjectFields.NODE_NAME.text(change.after().json());
            ofNode.getOrDefault(node, Set.of()).forEach(each);
            ObjectVersion before = change.before();
            if (before != null && !ObjectFields.NODE_NAME.text(before.json()).equals(node)) {
                ofNode.getOrDefault(ObjectFields.NODE_NAME.text(before.json()), Set.of())
                        .forEach(each);
            }
        }
    }

    private static <K> void remove(Map<K, Set<Watch>> from, K key, Watch watch) {
        Set<Watch> left = from.get(key);
        if (left != null && left.remove(watch) && left.isEmpty()) {
            from.remove(key);
        }
    }
}
