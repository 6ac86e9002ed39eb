package dev.berth.plugins.volumes;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// Counts uses by node. A deleted node counts like any other.
final class UsesByNode<K> {
    private final Map<K, Map<String, Integer>> uses = new HashMap<>();

    void add(K what, String node) {
        uses.computeIfAbsent(what, some -> new HashMap<>()).merge(node, 1, Integer::sum);
    }

    void remove(K what, String node) {
        Map<String, Integer> nodes = uses.get(what);
        if (nodes != null) {
            nodes.computeIfPresent(node, (name, count) -> count > 1 ? count - 1 : null);
            if (nodes.isEmpty()) {
                uses.remove(what);
            }
        }
    }

    void addAll(Collection<K> some, String node) {
        some.forEach(each -> add(each, node));
    }

    void removeAll(Collection<K> some, String node) {
        some.forEach(each -> remove(each, node));
    }

    /// The nodes with a use.
    Set<String> nodes(K what) {
        return uses.getOrDefault(what, Map.of()).keySet();
    }

    void clear() {
        uses.clear();
    }
}
