package dev.berth.sim.link;

import dev.berth.engine.port.Message;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.sim.store.ObjectVersion;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// What the scheduler has been told of one kind, so that it is told no more and no less than what
/// changed.
///
/// A finished pod is as good as gone. An object that has another UID than the one told of under its
/// name is a new one, and the old one is gone first: a deletion and a creation never merge.
final class Mirror {
    private record Told(String uid, long revision) {}

    private final Kind kind;
    private final Consumer<Message> out;
    private final Map<String, Told> told = new LinkedHashMap<>();

    Mirror(Kind kind, Consumer<Message> out) {
        this.kind = kind;
        this.out = out;
    }

    /// The object is there in this version.
    void seen(ObjectVersion object) {
        Told before = told.get(object.key());
        if (before != null && before.revision == object.revision()) {
            return;
        }
        if (before != null && !before.uid.equals(object.uid())) {
            gone(object.key());
        }
        if (object.typed() instanceof Pod pod && pod.status().finished()) {
            gone(object.key());
            return;
        }
        told.put(object.key(), new Told(object.uid(), object.revision()));
        out.accept(
                switch (object.typed()) {
                    case Pod pod -> new Message.PodSeen(pod, Optional.of(object.json()));
                    case Node node -> new Message.NodeSeen(node, Optional.of(object.json()));
                    case KubeObject other -> new Message.ObjectSeen(other);
                });
    }

    /// The object of this key is there no more.
    void gone(String key) {
        Told before = told.remove(key);
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

    /// These are all the objects there are.
    void relisted(List<ObjectVersion> objects) {
        Set<String> present = HashSet.newHashSet(objects.size());
        for (ObjectVersion object : objects) {
            present.add(object.key());
            seen(object);
        }
        for (String key : List.copyOf(told.keySet())) {
            if (!present.contains(key)) {
                gone(key);
            }
        }
    }
}
