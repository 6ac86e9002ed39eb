package dev.berth.engine.state;

import dev.berth.model.Encoder;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The complete JSON of pending pods and nodes, kept for extenders; without extenders nothing is
/// kept.
public final class RawObjects {
    /// @param uid the UID of the pod, because another pod can get its name
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

    public boolean keepsPods() {
        return keepsPods;
    }

    public boolean keepsNodes() {
        return keepsNodes;
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

    /// The JSON of the pod; if it is not known, the JSON of its record.
    public Json.Obj of(Pod pod) {
        Whole whole = pods.get(pod.key());
        return whole == null || !whole.uid().equals(pod.uid()) ? Encoder.pod(pod) : whole.tree();
    }

    /// The JSON of these nodes by name; empty if no extender needs it.
    public Map<String, Json.Obj> of(List<String> names, NodeTable table) {
        var whole = new HashMap<String, Json.Obj>();
        if (keepsNodes) {
            for (String name : names) {
                table.node(name).ifPresent(node -> whole.put(name, of(node)));
            }
        }
        return whole;
    }

    /// The JSON of the node; if it is not known, the JSON of its record.
    private Json.Obj of(Node node) {
        Json.Obj whole = nodes.get(node.name());
        return whole == null ? Encoder.node(node) : whole;
    }
}
