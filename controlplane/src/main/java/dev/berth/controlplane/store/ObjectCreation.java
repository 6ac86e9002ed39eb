package dev.berth.controlplane.store;

import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/// Completes a new object with its name, UID, creation timestamp and first generation.
///
/// An existing UID or deletion timestamp stays, so that tests and scenarios can create objects with
/// known UIDs and objects that are being deleted.
final class ObjectCreation {
    private static final int TRIES = 8;

    private final UidGenerator identities;
    private final Timestamps stamp;

    /// The UIDs that objects brought along: the generator must not issue them.
    private final Set<String> reserved = new HashSet<>();

    ObjectCreation(long seed, Timestamps stamp) {
        this.identities = new UidGenerator(seed);
        this.stamp = stamp;
    }

    /// Objects with these UIDs exist or will be created.
    void reserve(Collection<String> uids) {
        reserved.addAll(uids);
    }

    private String newUid() {
        String uid = identities.uid();
        while (reserved.contains(uid)) {
            uid = identities.uid();
        }
        return uid;
    }

    /// Completes the metadata. `taken` is the predicate for existing keys.
    Reply<Json.Obj> of(Kind kind, Json.Obj object, Predicate<String> taken) {
        String namespace = ObjectFields.namespace(object, kind);
        String name = ObjectFields.NAME.text(object);
        String base = ObjectFields.GENERATE_NAME.text(object);
        if (name.isEmpty() && base.isEmpty()) {
            return Reply.of(object.with("metadata", metadata(kind, object, namespace, name)));
        }
        for (int i = 0; name.isEmpty() && i < TRIES; i++) {
            String made = identities.name(base);
            name = taken.test(ObjectVersion.key(namespace, made)) ? "" : made;
        }
        if (name.isEmpty() || taken.test(ObjectVersion.key(namespace, name))) {
            return Reply.no(
                    name.isEmpty()
                            ? StatusError.nameNotGenerated(kind, base)
                            : StatusError.alreadyExists(kind, name));
        }
        return Reply.of(object.with("metadata", metadata(kind, object, namespace, name)));
    }

    /// Sets the generation to 1 if the object has a spec.
    static Json.Obj counted(Json.Obj object) {
        return ObjectFields.SPEC.in(object) ? ObjectFields.GENERATION.set(object, 1) : object;
    }

    /// Returns the object if its name is valid.
    static Reply<Json.Obj> named(Kind kind, Json.Obj object) {
        String name = ObjectFields.NAME.text(object);
        if (name.isEmpty()) {
            FieldError nameless =
                    FieldError.required("metadata.name", "name or generateName is required");
            return Reply.no(StatusError.invalid(kind, "", List.of(nameless)));
        }
        return ObjectNames.valid(name)
                ? Reply.of(object)
                : Reply.no(
                        StatusError.invalid(
                                kind, name, ObjectNames.complaint("metadata.name", name)));
    }

    private Json.Obj metadata(Kind kind, Json.Obj object, String namespace, String name) {
        Json.Obj given = ObjectFields.METADATA.object(object);
        String uid = ObjectFields.UID.text(object);
        Json.Obj metadata = given.with("name", name);
        if (kind.namespaced()) {
            metadata = metadata.with("namespace", namespace);
        }
        if (uid.isEmpty()) {
            uid = newUid();
        } else {
            reserved.add(uid);
        }
        metadata = metadata.with("uid", uid);
        return metadata.with("creationTimestamp", stamp.now());
    }
}
