package dev.berth.controlplane.store;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// The rules of updates: the resource version must be current, and system fields keep their values.
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

    /// The object after the update.
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
        Json.Obj merged = system(old.json(), tree);
        // Parity: the generation of a priority class does not change.
        return Reply.of(
                old.kind().equals(Kind.PRIORITY_CLASS) ? merged : generation(old.json(), merged));
    }

    /// Replaces the status. Parity: for pods and nodes, the labels and annotations are also
    /// replaced.
    private static Json.Obj status(ObjectVersion old, Json.Obj wanted) {
        Json.Obj tree = field(old.json(), "status", wanted);
        if (!old.kind().equals(Kind.POD) && !old.kind().equals(Kind.NODE)) {
            return tree;
        }
        Json.Obj metadata = ObjectFields.METADATA.object(tree);
        Json.Obj given = ObjectFields.METADATA.object(wanted);
        return tree.with("metadata", field(field(metadata, "labels", given), "annotations", given));
    }

    /// Whether the update removes the last finalizer of an object that is being deleted.
    static boolean releases(Json.Obj old, Json.Obj tree) {
        return ObjectFields.DELETED.in(old)
                && ObjectFields.DELETION_GRACE.number(old, 0) == 0
                && hasFinalizers(old)
                && !hasFinalizers(tree);
    }

    private static boolean hasFinalizers(Json.Obj object) {
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
        Json.Obj merged = metadata;
        for (String name : SYSTEM_FIELDS) {
            if (!Objects.equals(kept.fields().get(name), merged.fields().get(name))) {
                merged = field(merged, name, kept);
            }
        }
        Json.Obj whole = merged.equals(metadata) ? tree : tree.with("metadata", merged);
        return field(field(whole, "kind", old), "apiVersion", old);
    }

    private static Json.Obj generation(Json.Obj old, Json.Obj tree) {
        long generation = ObjectFields.GENERATION.number(old, 0);
        return generation == 0 || desired(old).equals(desired(tree))
                ? tree
                : ObjectFields.GENERATION.set(tree, generation + 1);
    }

    /// The desired state: everything except metadata and status.
    private static Json.Obj desired(Json.Obj object) {
        return object.without("metadata").without("status");
    }

    /// Validates an update of a pod. These rules also apply to the updates of tests and scenarios.
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
