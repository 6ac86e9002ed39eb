package dev.berth.sim.store;

import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.json.Json;

import org.jspecify.annotations.Nullable;

import java.util.Optional;

/// One version of an object: its tree, whole, and the record a scheduler reads, decoded once for
/// all who ask.
public final class ObjectVersion {
    private final Kind kind;
    private final String namespace;
    private final String name;
    private final String uid;
    private final long revision;
    private final Json.Obj json;
    private volatile @Nullable KubeObject typed;

    private ObjectVersion(
            Kind kind, String namespace, String name, String uid, long revision, Json.Obj json) {
        this.kind = kind;
        this.namespace = namespace;
        this.name = name;
        this.uid = uid;
        this.revision = revision;
        this.json = json;
    }

    /// The tree as of a revision, which becomes its resource version.
    static ObjectVersion of(Kind kind, Json.Obj tree, long revision) {
        return new ObjectVersion(
                kind,
                Fields.namespace(tree, kind),
                Fields.NAME.text(tree),
                Fields.UID.text(tree),
                revision,
                Fields.RESOURCE_VERSION.set(tree, Json.of(Long.toString(revision))));
    }

    static ObjectVersion bookmark(Optional<Kind> kind, long revision) {
        Kind of = kind.orElse(Kind.POD);
        Json.Obj tree = Fields.API_VERSION.set(Json.Obj.EMPTY, Json.of(of.apiVersion()));
        return of(of, Fields.KIND.set(tree, Json.of(of.name())), revision);
    }

    public Kind kind() {
        return kind;
    }

    public String namespace() {
        return namespace;
    }

    public String name() {
        return name;
    }

    public String uid() {
        return uid;
    }

    public long revision() {
        return revision;
    }

    /// The whole object.
    public Json.Obj json() {
        return json;
    }

    /// `namespace/name`, or the bare name for objects without a namespace.
    public String key() {
        return key(namespace, name);
    }

    static String key(String namespace, String name) {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }

    /// The object as a scheduler reads it.
    public KubeObject typed() {
        KubeObject known = typed;
        if (known == null) {
            synchronized (this) {
                known = typed;
                if (known == null) {
                    known = Decoding.of(kind, json);
                    typed = known;
                }
            }
        }
        return known;
    }

    @Override
    public String toString() {
        return kind.name() + " " + key() + " @" + revision;
    }
}
