package dev.berth.engine.state;

import dev.berth.model.Encoder;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Pending pods and nodes as the API server has them, kept for extenders; where there are none,
/// nothing is kept.
public final class WholeObjects {
    private final boolean keeps;
    private final Map<String, Json.Obj> pods = new HashMap<>();
    private final Map<String, Json.Obj> nodes = new HashMap<>();

    public WholeObjects(boolean keeps) {
        this.keeps = keeps;
    }

    public void seen(Pod pod, Optional<Json.Obj> whole) {
        if (!keeps) {
            return;
        }
        if (pod.assigned() || pod.status().finished()) {
            pods.remove(pod.uid());
        } else {
            whole.ifPresent(tree -> pods.put(pod.uid(), tree));
        }
    }

    public void podGone(String uid) {
        pods.remove(uid);
    }

    public void seen(Node node, Optional<Json.Obj> whole) {
        if (keeps) {
            whole.ifPresent(tree -> nodes.put(node.name(), tree));
        }
    }

    public void nodeGone(String name) {
        nodes.remove(name);
    }

    /// The pod whole, or as much of it as its record has.
    public Json.Obj of(Pod pod) {
        Json.Obj whole = pods.get(pod.uid());
        return whole == null ? Encoder.pod(pod) : whole;
    }

    /// The node whole, or as much of it as its record has.
    public Json.Obj of(Node node) {
        Json.Obj whole = nodes.get(node.name());
        return whole == null ? Encoder.node(node) : whole;
    }
}
