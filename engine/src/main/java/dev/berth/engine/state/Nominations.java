package dev.berth.engine.state;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Which pending pods were promised which node, in order of promise.
public final class Nominations {
    private final Map<String, List<String>> podsByNode = new LinkedHashMap<>();
    private final Map<String, String> nodeByPod = new HashMap<>();

    /// Promises the node to the pod, in place of any earlier promise; the empty name takes the
    /// promise away.
    public void put(String uid, String node) {
        remove(uid);
        if (!node.isEmpty()) {
            nodeByPod.put(uid, node);
            podsByNode.computeIfAbsent(node, n -> new ArrayList<>()).add(uid);
        }
    }

    public void remove(String uid) {
        String node = nodeByPod.remove(uid);
        if (node != null) {
            List<String> pods = podsByNode.get(node);
            if (pods != null) {
                pods.remove(uid);
                if (pods.isEmpty()) {
                    podsByNode.remove(node);
                }
            }
        }
    }

    /// The node promised to the pod, or the empty name.
    public String nodeOf(String uid) {
        return nodeByPod.getOrDefault(uid, "");
    }

    public boolean isEmpty() {
        return nodeByPod.isEmpty();
    }

    public Iterable<String> nodes() {
        return podsByNode.keySet();
    }

    public List<String> podsOn(String node) {
        return podsByNode.getOrDefault(node, List.of());
    }

    public Map<String, String> all() {
        return Map.copyOf(nodeByPod);
    }
}
