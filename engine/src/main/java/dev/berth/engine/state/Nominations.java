package dev.berth.engine.state;

import dev.berth.spi.MutableNodeSet;
import dev.berth.spi.NodeSet;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Which pending pods are nominated to which node, in the order of their nomination
/// (kube-scheduler: `nominator`).
///
/// When a nomination ends, capacity becomes free although no pod has left a node. [ClusterState]
/// returns it in a [StateChange].
public final class Nominations {
    private final Map<String, List<String>> podsByNode = new LinkedHashMap<>();
    private final Map<String, String> nodeByPod = new HashMap<>();
    private final NodeTable table;
    private final MutableNodeSet rows = new MutableNodeSet(64);

    Nominations(NodeTable table) {
        this.table = table;
    }

    /// Nominates the pod, which has no nomination now, to the node; not to the empty name.
    void put(String uid, String node) {
        if (!node.isEmpty()) {
            nodeByPod.put(uid, node);
            podsByNode.computeIfAbsent(node, n -> new ArrayList<>()).add(uid);
            update(node);
        }
    }

    /// Removes the pod's nomination; returns its node, or the empty name.
    String remove(String uid) {
        String node = nodeByPod.remove(uid);
        if (node == null) {
            return "";
        }
        List<String> pods = podsByNode.get(node);
        if (pods != null) {
            pods.remove(uid);
            if (pods.isEmpty()) {
                podsByNode.remove(node);
            }
        }
        update(node);
        return node;
    }

    private void update(String node) {
        table.row(node)
                .ifPresent(row -> {
                    rows.put(row, podsByNode.containsKey(node));
                    table.touch(row);
                });
    }

    /// A nominated pod has changed.
    void changed(String uid) {
        String node = nodeByPod.get(uid);
        if (node != null) {
            update(node);
        }
    }

    void nodeCame(String node) {
        if (podsByNode.containsKey(node)) {
            update(node);
        }
    }

    void nodeGoes(String node) {
        table.row(node).ifPresent(rows::remove);
    }

    /// The rows that some pod is nominated to.
    public NodeSet rows() {
        return rows;
    }

    /// The node that the pod is nominated to, or the empty name.
    public String nodeOf(String uid) {
        return nodeByPod.getOrDefault(uid, "");
    }

    public boolean isEmpty() {
        return nodeByPod.isEmpty();
    }

    public List<String> podsOn(String node) {
        return podsByNode.getOrDefault(node, List.of());
    }

    public Map<String, String> all() {
        return Map.copyOf(nodeByPod);
    }
}
