package dev.berth.sim.store;

import dev.berth.model.Kind;
import dev.berth.model.json.Json;
import dev.berth.sim.tree.Path;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/// The rules of changing an object: what the sender may not touch stays, and who comes too late is
/// refused.
final class Update {
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

    private Update() {}

    /// The object as it is after the change.
    static Reply<Json.Obj> of(ObjectVersion old, Json.Obj wanted, Part part, boolean statusApart) {
        String version = Fields.RESOURCE_VERSION.text(wanted);
        if (!version.isEmpty()
                && !version.equals("0")
                && !version.equals(Long.toString(old.revision()))) {
            return Reply.no(Refusal.modified(old.kind(), old.name()));
        }
        String uid = Fields.UID.text(wanted);
        if (!uid.isEmpty() && !uid.equals(old.uid())) {
            return Reply.no(
                    Refusal.otherUid(old.kind(), old.namespace(), old.name(), uid, old.uid()));
        }
        Json.Obj tree =
                switch (part) {
                    case STATUS -> field(old.json(), "status", wanted);
                    case MAIN -> statusApart ? field(wanted, "status", old.json()) : wanted;
                    case WHOLE -> wanted;
                };
        if (old.kind().equals(Kind.POD) && part == Part.MAIN) {
            String complaint = complaintOf(old.json(), tree);
            if (!complaint.isEmpty()) {
                return Reply.no(Refusal.invalid(old.kind(), old.name(), complaint));
            }
        }
        return Reply.of(generation(old.json(), system(old.json(), tree)));
    }

    /// Whether the object was only waiting for its last finalizer to let go.
    static boolean releases(Json.Obj old, Json.Obj tree) {
        return Fields.DELETED.in(old)
                && Fields.DELETION_GRACE.number(old, 0) == 0
                && held(old)
                && !held(tree);
    }

    private static boolean held(Json.Obj object) {
        return !Fields.FINALIZERS.items(object).isEmpty()
                || !Fields.SPEC_FINALIZERS.items(object).isEmpty();
    }

    private static Json.Obj field(Json.Obj into, String name, Json.Obj from) {
        Json value = from.fields().get(name);
        return value == null ? into.without(name) : into.with(name, value);
    }

    private static Json.Obj system(Json.Obj old, Json.Obj tree) {
        Json.Obj kept = Fields.METADATA.object(old);
        Json.Obj metadata = Fields.METADATA.object(tree);
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
        long generation = Fields.GENERATION.number(old, 0);
        return generation == 0 || desired(old).equals(desired(tree))
                ? tree
                : Fields.GENERATION.set(tree, generation + 1);
    }

    /// What the author wants: everything but metadata and status.
    private static Json.Obj desired(Json.Obj object) {
        return object.without("metadata").without("status");
    }

    private static String complaintOf(Json.Obj old, Json.Obj pod) {
        if (!Fields.NODE_NAME.text(old).equals(Fields.NODE_NAME.text(pod))) {
            return "spec: Forbidden: pod updates may not change fields other than"
                       + " `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations`"
                       + " (only additions to existing"
                       + " tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to"
                       + " 1 if it was previously negative)";
        }
        Set<String> gates = new HashSet<>();
        Fields.GATES.items(old).forEach(gate -> gates.add(Path.of("name").text(gate)));
        for (Json gate : Fields.GATES.items(pod)) {
            String name = Path.of("name").text(gate);
            if (!gates.contains(name)) {
                return "spec.schedulingGates: Forbidden: only deletion is allowed, but found new"
                        + " scheduling gate '"
                        + name
                        + "'";
            }
        }
        return "";
    }
}
