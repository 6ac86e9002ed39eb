package dev.berth.engine.state;

import dev.berth.model.Encoder;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Pending pods and nodes as the API server has them, kept for extenders; where there are none,
/// nothing is kept.
public final class RawObjects {
    /// @param uid whose tree it is: another pod may come to have the name
    private record Whole(String uid, Json.Obj tree) {}

    private final boolean keepsPods;
    private final boolean keepsNodes;
    private final Map<String, Whole> pods = new HashMap<>();
    private final Map<String, String> keyOf = new HashMap<>();
    private final Map<String, Json.Obj> nodes = new HashMap<>();

    public RawObjects(boolean keepsPods, boolean keepsNodes) {
        this.keepsPods = keepsPods;
        this.keepsNodes = keepsNodes;
    }

    public void seen(Pod pod, Optional<Json.Obj> whole) {
        if (!keepsPods) {
            return;
        }
        Whole before = pods.get(pod.key());
        if (before != null && !before.uid().equals(pod.uid())) {
            podGone(before.uid());
        }
        if (pod.assigned() || pod.status().finished()) {
            podGone(pod.uid());
        } else {
            whole.ifPresent(tree -> {
                pods.put(pod.key(), new Whole(pod.uid(), tree));
                keyOf.put(pod.uid(), pod.key());
            });
        }
    }

    public void podGone(String uid) {
        String key = keyOf.remove(uid);
        if (key != null) {
            pods.remove(key);
        }
    }

    public void seen(Node node, Optional<Json.Obj> whole) {
        if (keepsNodes) {
            whole.ifPresent(tree -> nodes.put(node.name(), tree));
        }
    }

    public void nodeGone(String name) {
        nodes.remove(name);
    }

    /// The pod whole, or as much of it as its record has.
    public Json.Obj of(Pod pod) {
        Whole whole = pods.get(pod.key());
        return whole == null || !whole.uid().equals(pod.uid()) ? Encoder.pod(pod) : whole.tree();
    }

    /// These nodes whole, by name; none where nobody wants them.
    public Map<String, Json.Obj> of(List<String> names, NodeTable table) {
        var whole = new HashMap<String, Json.Obj>();
        if (keepsNodes) {
            for (String name : names) {
                table.node(name).ifPresent(node -> whole.put(name, of(node)));
            }
        }
        return whole;
    }

    /// The node whole, or as much of it as its record has.
    private Json.Obj of(Node node) {
        Json.Obj whole = nodes.get(node.name());
        return whole == null ? Encoder.node(node) : whole;
    }
}
