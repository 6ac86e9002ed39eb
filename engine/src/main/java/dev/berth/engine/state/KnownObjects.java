package dev.berth.engine.state;

import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.spi.NotListedException;
import dev.berth.spi.Objects;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Objects other than pods and nodes, as last seen.
final class KnownObjects implements Objects {
    private final Map<Kind, TreeMap<String, KubeObject>> byKind = new HashMap<>();
    private final Map<Kind, String> unlisted = new HashMap<>();

    /// What there is of the kind is known from now on.
    void listed(Kind kind) {
        unlisted.remove(kind);
    }

    void unlisted(Kind kind, String why) {
        unlisted.put(kind, why);
    }

    /// The kinds of which is not known what there is, and why.
    Map<Kind, String> unlisted() {
        return Map.copyOf(unlisted);
    }

    boolean knows(Kind kind) {
        return !unlisted.containsKey(kind);
    }

    @Override
    public void require(Kind kind) {
        String why = unlisted.get(kind);
        if (why != null) {
            throw new NotListedException(kind, why);
        }
    }

    Optional<KubeObject> put(KubeObject object) {
        return Optional.ofNullable(
                byKind.computeIfAbsent(object.kind(), k -> new TreeMap<>())
                        .put(object.key(), object));
    }

    /// Removes the object unless another of the same name has taken its place.
    Optional<KubeObject> remove(Kind kind, String key, String uid) {
        TreeMap<String, KubeObject> known = byKind.get(kind);
        KubeObject object = known == null ? null : known.get(key);
        if (known == null || object == null || !object.meta().uid().equals(uid)) {
            return Optional.empty();
        }
        known.remove(key);
        return Optional.of(object);
    }

    /// Objects of every kind.
    List<KubeObject> all() {
        return byKind.values().stream().flatMap(known -> known.values().stream()).toList();
    }

    @Override
    public Optional<KubeObject> get(Kind kind, String key) {
        require(kind);
        return find(kind, key);
    }

    /// The object if it has been told of, whether or not all of its kind have.
    Optional<KubeObject> find(Kind kind, String key) {
        TreeMap<String, KubeObject> known = byKind.get(kind);
        return known == null ? Optional.empty() : Optional.ofNullable(known.get(key));
    }

    @Override
    public Collection<KubeObject> list(Kind kind) {
        require(kind);
        TreeMap<String, KubeObject> known = byKind.get(kind);
        return known == null ? List.of() : Collections.unmodifiableCollection(known.values());
    }
}
