package dev.berth.engine.state;

import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.spi.Assumption;
import dev.berth.spi.NotListedException;
import dev.berth.spi.ObjectLister;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Objects other than pods and nodes, as last seen and as assumed.
final class ClusterObjects implements ObjectLister {
    /// Receives a change of an object or of its assumed version.
    @FunctionalInterface
    interface Listener {
        void expected(KubeObject before, KubeObject after, Assumption how);
    }

    private final Map<Kind, TreeMap<String, KubeObject>> byKind = new HashMap<>();
    private final Assumptions assumptions = new Assumptions();
    private final Runnable ownerCheck;
    private final Listener listener;
    private final Map<Kind, String> unlisted = new HashMap<>();

    /// @param ownerCheck throws if the state belongs to another thread
    ClusterObjects(Runnable ownerCheck, Listener listener) {
        this.ownerCheck = ownerCheck;
        this.listener = listener;
    }

    /// All objects of the kind are known from now on.
    void listed(Kind kind) {
        unlisted.remove(kind);
    }

    void unlisted(Kind kind, String why) {
        unlisted.put(kind, why);
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
        KubeObject before =
                byKind.computeIfAbsent(object.kind(), k -> new TreeMap<>())
                        .put(object.key(), object);
        assumptions.seen(object.kind(), object.key(), object);
        return Optional.ofNullable(before);
    }

    /// Removes the object unless another of the same name has taken its place.
    Optional<KubeObject> remove(Kind kind, String key, String uid) {
        TreeMap<String, KubeObject> known = byKind.get(kind);
        KubeObject object = known == null ? null : known.get(key);
        if (known == null || object == null || !object.meta().uid().equals(uid)) {
            return Optional.empty();
        }
        known.remove(key);
        assumptions.seen(kind, key, null);
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

    /// The object if it was reported, whether or not its kind has been listed.
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

    @Override
    public Optional<KubeObject> getAssumed(Kind kind, String key) {
        require(kind);
        return find(kind, key).map(this::expected);
    }

    /// The assumed version of an object that was seen; the object itself if none is assumed.
    KubeObject expected(KubeObject seen) {
        return assumptions.of(seen).map(Assumptions.Assumed::object).orElse(seen);
    }

    @Override
    public void assume(KubeObject object, Assumption how) {
        ownerCheck.run();
        Optional<KubeObject> before = find(object.kind(), object.key()).map(this::expected);
        assumptions.assume(before, object, how);
        listener.expected(before.orElseThrow(), object, how);
    }

    @Override
    public void restore(KubeObject object) {
        ownerCheck.run();
        Optional<KubeObject> seen = find(object.kind(), object.key());
        Optional<Assumptions.Assumed> before = seen.flatMap(assumptions::of);
        assumptions.restore(object);
        if (before.isPresent() && seen.flatMap(assumptions::of).isEmpty()) {
            listener.expected(before.get().object(), seen.orElseThrow(), before.get().how());
        }
    }

    /// Whether pods were requeued for this version of the object when it was assumed.
    boolean confirms(KubeObject object) {
        return assumptions
                .of(object)
                .filter(known -> known.how() == Assumption.UNTIL_NEWER && known.standsOn(object))
                .isPresent();
    }

    /// The number of assumed objects.
    int assumed() {
        return assumptions.size();
    }
}
