package dev.berth.engine.port;

import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// The objects of one kind that the engine has received, so that a list is turned into messages
/// about what has changed.
///
/// A finished pod counts as deleted. An object with another UID than the known one of its name is a
/// new object, and the old one is deleted first: a deletion and a creation are never merged. Not
/// thread-safe.
public final class DeliveredObjects {
    private static final class Delivered {
        final String uid;
        String version;
        int round;

        Delivered(String uid, String version, int round) {
            this.uid = uid;
            this.version = version;
            this.round = round;
        }
    }

    private final Kind kind;
    private final Consumer<Message> out;
    private final Map<String, Delivered> delivered = new LinkedHashMap<>();
    private int round;

    public DeliveredObjects(Kind kind, Consumer<Message> out) {
        this.kind = kind;
        this.out = out;
    }

    /// The object exists in this version.
    public void seen(KubeObject object, Optional<Json.Obj> whole) {
        String key = object.key();
        String version = object.meta().resourceVersion();
        Delivered before = delivered.get(key);
        if (before != null && before.uid.equals(object.meta().uid())) {
            before.round = round;
            if (before.version.equals(version)) {
                return;
            }
        } else if (before != null) {
            gone(key);
            before = null;
        }
        if (object instanceof Pod pod && pod.status().finished()) {
            gone(key);
            return;
        }
        if (before == null) {
            delivered.put(key, new Delivered(object.meta().uid(), version, round));
        } else {
            before.version = version;
        }
        out.accept(
                switch (object) {
                    case Pod pod -> new Message.PodSeen(pod, whole);
                    case Node node -> new Message.NodeSeen(node, whole);
                    case KubeObject other -> new Message.ObjectSeen(other);
                });
    }

    /// The object with this key is deleted.
    public void gone(String key) {
        Delivered before = delivered.remove(key);
        if (before == null) {
            return;
        }
        if (kind.equals(Kind.POD)) {
            out.accept(new Message.PodGone(before.uid, key));
        } else if (kind.equals(Kind.NODE)) {
            out.accept(new Message.NodeGone(key));
        } else {
            out.accept(new Message.ObjectGone(kind, key, before.uid));
        }
    }

    /// A list begins: all existing objects follow with [#seen], until [#listed].
    public void listing() {
        round++;
    }

    /// The list is complete: objects that were not seen since [#listing] are deleted.
    public void listed() {
        for (Map.Entry<String, Delivered> one : List.copyOf(delivered.entrySet())) {
            if (one.getValue().round != round) {
                gone(one.getKey());
            }
        }
    }

    /// Whether the object with this key exists.
    public boolean contains(String key) {
        return delivered.containsKey(key);
    }

    /// The number of known objects.
    public int size() {
        return delivered.size();
    }
}
