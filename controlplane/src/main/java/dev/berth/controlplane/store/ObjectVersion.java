package dev.berth.controlplane.store;

import dev.berth.model.Decoder;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.json.DecodeException;
import dev.berth.model.json.Json;

import org.jspecify.annotations.Nullable;

/// One version of an object: its complete JSON, and the decoded form that a scheduler reads. The
/// object is decoded once.
public final class ObjectVersion {
    private final Kind kind;
    private final String namespace;
    private final String name;
    private final String uid;
    private final long revision;
    private final Json.Obj json;
    private final Decoder decoder;
    private volatile @Nullable KubeObject typed;

    private ObjectVersion(Kind kind, Json.Obj json, long revision, Decoder decoder) {
        this.kind = kind;
        this.namespace = ObjectFields.namespace(json, kind);
        this.name = ObjectFields.NAME.text(json);
        this.uid = ObjectFields.UID.text(json);
        this.revision = revision;
        this.json = json;
        this.decoder = decoder;
    }

    /// Creates the version with a revision, which becomes the resource version.
    static ObjectVersion of(Kind kind, Json.Obj tree, long revision, Decoder decoder) {
        Json.Obj versioned = ObjectFields.RESOURCE_VERSION.set(tree, Long.toString(revision));
        return new ObjectVersion(kind, versioned, revision, decoder);
    }

    /// The object with another revision.
    ObjectVersion as(long revision) {
        return of(kind, json, revision, decoder);
    }

    /// The object without a resource version, as a dry run returns it.
    ObjectVersion unversioned() {
        return new ObjectVersion(
                kind, ObjectFields.RESOURCE_VERSION.remove(json), revision, decoder);
    }

    static ObjectVersion bookmark(Kind kind, long revision, Decoder decoder) {
        Json.Obj tree =
                Json.Obj.EMPTY.with("kind", kind.name()).with("apiVersion", kind.apiVersion());
        return of(kind, tree, revision, decoder);
    }

    /// The bookmark that follows the initial events of a watch.
    ObjectVersion endOfInitialEvents() {
        Json.Obj delivered =
                ObjectFields.ANNOTATIONS
                        .then("k8s.io/initial-events-end")
                        .set(json, Json.of("true"));
        return new ObjectVersion(kind, delivered, revision, decoder);
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

    /// The complete object.
    public Json.Obj json() {
        return json;
    }

    /// `namespace/name`, or the name of a cluster-scoped object.
    public String key() {
        return key(namespace, name);
    }

    static String key(String namespace, String name) {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }

    /// The decoded form that a scheduler reads.
    public KubeObject typed() {
        KubeObject known = typed;
        if (known == null) {
            synchronized (this) {
                known = typed;
                if (known == null) {
                    known = decoder.object(kind, json);
                    typed = known;
                }
            }
        }
        return known;
    }

    /// Sets the decoded form where it is known.
    void decodedAs(KubeObject record) {
        typed = record;
    }

    /// Returns this version if the object can be decoded.
    Reply<ObjectVersion> checked() {
        try {
            typed();
            return Reply.of(this);
        } catch (DecodeException e) {
            return Reply.no(StatusError.unreadable(kind, String.valueOf(e.getMessage())));
        }
    }

    @Override
    public String toString() {
        return kind.name() + " " + key() + " @" + revision;
    }
}
