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

/// What the scheduler has been told of one kind, so that it is told no more and no less than what
/// changed.
///
/// A finished pod is as good as gone. An object that has another UID than the one told of under its
/// name is a new one, and the old one is gone first: a deletion and a creation never merge. Not
/// safe for several threads.
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

    /// The object is there in this version.
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

    /// The object of this key is there no more.
    public void gone(String key) {
        Delivered before = delivered.remove(key);
        if (before == null) {
            return;
        }
        if (kind.equals(Kind.POD)) {
            out.accept(new Message.PodGone(before.uid));
        } else if (kind.equals(Kind.NODE)) {
            out.accept(new Message.NodeGone(key));
        } else {
            out.accept(new Message.ObjectGone(kind, key, before.uid));
        }
    }

    /// From here on all the objects there are will be [#seen], until [#listed].
    public void listing() {
        round++;
    }

    /// What was not seen since [#listing] is there no more.
    public void listed() {
        for (Map.Entry<String, Delivered> one : List.copyOf(delivered.entrySet())) {
            if (one.getValue().round != round) {
                gone(one.getKey());
            }
        }
    }

    /// How many objects are known.
    public int size() {
        return delivered.size();
    }
}
