package dev.berth.controlplane.store;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// The rules of changing an object: what the sender may not touch stays, and who comes too late is
/// refused.
final class UpdateRules {
    private static final List<String> SYSTEM_FIELDS =
            List.of(
                    "name",
                    "namespace",
                    "uid",
                    "resourceVersion",
                    "generation",
                    "creationTimestamp",
                    "deletionTimestamp",
                    "deletionGracePeriodSeconds");

    private static final String LITTLE =
            "pod updates may not change fields other than"
                + " `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations`"
                + " (only additions to existing tolerations),`spec.terminationGracePeriodSeconds`"
                + " (allow it to be set to 1 if it was previously negative)";

    private UpdateRules() {}

    /// The object as it is after the change.
    static Reply<Json.Obj> of(
            ObjectVersion old, Json.Obj wanted, WriteScope part, boolean statusApart) {
        String version = ObjectFields.RESOURCE_VERSION.text(wanted);
        if (!version.isEmpty()
                && !version.equals("0")
                && !version.equals(Long.toString(old.revision()))) {
            return Reply.no(StatusError.modified(old.kind(), old.name()));
        }
        String uid = ObjectFields.UID.text(wanted);
        if (!uid.isEmpty() && !uid.equals(old.uid())) {
            return Reply.no(
                    StatusError.otherUid(old.kind(), old.namespace(), old.name(), uid, old.uid()));
        }
        Json.Obj tree =
                switch (part) {
                    case STATUS -> status(old, wanted);
                    case MAIN -> statusApart ? field(wanted, "status", old.json()) : wanted;
                    case WHOLE -> wanted;
                };
        Json.Obj mended = system(old.json(), tree);
        // Parity: priority classes are of one generation for ever.
        return Reply.of(
                old.kind().equals(Kind.PRIORITY_CLASS) ? mended : generation(old.json(), mended));
    }

    /// The object with another status. Parity: of pods and nodes labels and annotations go with it.
    private static Json.Obj status(ObjectVersion old, Json.Obj wanted) {
        Json.Obj tree = field(old.json(), "status", wanted);
        if (!old.kind().equals(Kind.POD) && !old.kind().equals(Kind.NODE)) {
            return tree;
        }
        Json.Obj metadata = ObjectFields.METADATA.object(tree);
        Json.Obj said = ObjectFields.METADATA.object(wanted);
        return tree.with("metadata", field(field(metadata, "labels", said), "annotations", said));
    }

    /// Whether the object was only waiting for its last finalizer to let go.
    static boolean releases(Json.Obj old, Json.Obj tree) {
        return ObjectFields.DELETED.in(old)
                && ObjectFields.DELETION_GRACE.number(old, 0) == 0
                && held(old)
                && !held(tree);
    }

    private static boolean held(Json.Obj object) {
        return !ObjectFields.FINALIZERS.items(object).isEmpty()
                || !ObjectFields.SPEC_FINALIZERS.items(object).isEmpty();
    }

    private static Json.Obj field(Json.Obj into, String name, Json.Obj from) {
        Json value = from.fields().get(name);
        return value == null ? into.without(name) : into.with(name, value);
    }

    private static Json.Obj system(Json.Obj old, Json.Obj tree) {
        Json.Obj kept = ObjectFields.METADATA.object(old);
        Json.Obj metadata = ObjectFields.METADATA.object(tree);
        Json.Obj mended = metadata;
        for (String name : SYSTEM_FIELDS) {
            if (!Objects.equals(kept.fields().get(name), mended.fields().get(name))) {
                mended = field(mended, name, kept);
            }
        }
        Json.Obj whole = mended.equals(metadata) ? tree : tree.with("metadata", mended);
        return field(field(whole, "kind", old), "apiVersion", old);
    }

    private static Json.Obj generation(Json.Obj old, Json.Obj tree) {
        long generation = ObjectFields.GENERATION.number(old, 0);
        return generation == 0 || desired(old).equals(desired(tree))
                ? tree
                : ObjectFields.GENERATION.set(tree, generation + 1);
    }

    /// What the author wants: everything but metadata and status.
    private static Json.Obj desired(Json.Obj object) {
        return object.without("metadata").without("status");
    }

    /// The pod, unless it may not change so: what even those must heed who set a scene.
    static Reply<Json.Obj> ofPod(ObjectVersion old, Json.Obj tree) {
        return problemOf(old.json(), tree)
                .map(problem ->
                        Reply.<Json.Obj>no(
                                StatusError.invalid(old.kind(), old.name(), List.of(problem))))
                .orElseGet(() -> Reply.of(tree));
    }

    private static Optional<FieldError> problemOf(Json.Obj old, Json.Obj pod) {
        if (!ObjectFields.NODE_NAME.text(old).equals(ObjectFields.NODE_NAME.text(pod))) {
            return Optional.of(FieldError.forbidden("spec", LITTLE));
        }
        Set<String> gates = new HashSet<>();
        ObjectFields.GATES.items(old).forEach(gate -> gates.add(Path.of("name").text(gate)));
        List<Json> after = ObjectFields.GATES.items(pod);
        for (int i = 0; i < after.size(); i++) {
            String name = Path.of("name").text(after.get(i));
            if (!gates.contains(name)) {
                return Optional.of(
                        FieldError.forbidden(
                                "spec.schedulingGates[" + i + "].name",
                                "only deletion is allowed, but found new scheduling gate '"
                                        + name
                                        + "'"));
            }
        }
        return Optional.empty();
    }
}
