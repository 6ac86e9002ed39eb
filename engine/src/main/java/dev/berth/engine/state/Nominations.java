package dev.berth.engine.state;

import dev.berth.spi.MutableNodeSet;
import dev.berth.spi.NodeSet;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/// Which pending pods were promised which node, in order of promise.
///
/// A promise that falls away frees room without any pod having left a node; whoever waits for room
/// must hear of it.
public final class Nominations {
    private final Map<String, List<String>> podsByNode = new LinkedHashMap<>();
    private final Map<String, String> nodeByPod = new HashMap<>();
    private final NodeTable table;
    private final MutableNodeSet rows = new MutableNodeSet(64);
    private BiConsumer<String, String> released = (uid, node) -> {};

    Nominations(NodeTable table) {
        this.table = table;
    }

    /// Called with the pod's UID and the node when a promise falls away.
    public void onRelease(BiConsumer<String, String> listener) {
        released = listener;
    }

    /// Promises the node to the pod, in place of any earlier promise; the empty name takes the
    /// promise away.
    public void put(String uid, String node) {
        if (node.equals(nodeOf(uid))) {
            return;
        }
        remove(uid);
        if (!node.isEmpty()) {
            nodeByPod.put(uid, node);
            podsByNode.computeIfAbsent(node, n -> new ArrayList<>()).add(uid);
            update(node);
        }
    }

    public void remove(String uid) {
        settle(uid, "");
    }

    /// The pod takes room on `taken`: its promise is kept if that is the node, else it falls away.
    void settle(String uid, String taken) {
        String node = nodeByPod.remove(uid);
        if (node == null) {
            return;
        }
        List<String> pods = podsByNode.get(node);
        if (pods != null) {
            pods.remove(uid);
            if (pods.isEmpty()) {
                podsByNode.remove(node);
            }
        }
        update(node);
        if (!node.equals(taken)) {
            released.accept(uid, node);
        }
    }

    private void update(String node) {
        table.row(node)
                .ifPresent(row -> {
                    rows.put(row, podsByNode.containsKey(node));
                    table.touch(row);
                });
    }

    /// A pod changed: what it is promised is not the same any more.
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

    /// The rows that were promised to some pod.
    public NodeSet rows() {
        return rows;
    }

    /// The node promised to the pod, or the empty name.
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
