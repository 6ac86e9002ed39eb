package dev.berth.controlplane.store;

import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import java.util.OptionalLong;

/// The options of a deletion that concern the store: the preconditions (empty for none) and the
/// grace period.
public record DeleteRequest(String uid, String resourceVersion, OptionalLong graceSeconds) {
    /// A deletion without preconditions, with the grace period of the object.
    public static final DeleteRequest DEFAULT = new DeleteRequest("", "", OptionalLong.empty());

    // A century. Some clients cannot parse later dates.
    private static final long MAX_GRACE = 100L * 365 * 24 * 60 * 60;

    /// An immediate deletion, which kubelets send when a pod has terminated.
    public static final DeleteRequest NOW = new DeleteRequest("", "", OptionalLong.of(0));

    public DeleteRequest onlyUid(String uid) {
        return new DeleteRequest(uid, resourceVersion, graceSeconds);
    }

    public DeleteRequest within(long seconds) {
        return new DeleteRequest(uid, resourceVersion, OptionalLong.of(seconds));
    }

    /// The effect of a deletion on an object.
    sealed interface Fate {}

    /// The object is being deleted already, and does not change.
    record Pending() implements Fate {}

    /// The object gets a deletion timestamp and stays.
    record Marked(Json.Obj tree) implements Fate {}

    /// The object is removed, with `tree` as its last version.
    record Erased(Json.Obj tree) implements Fate {}

    /// Checks the preconditions and decides the effect of the deletion.
    ///
    /// @param tree the object with the finalizers of the propagation policy
    Reply<Fate> evaluate(ObjectVersion object, Json.Obj tree, Timestamps stamp) {
        if (!uid.isEmpty() && !uid.equals(object.uid())) {
            return differs(object, "UID", uid, object.uid(), "deleted and then recreated");
        }
        String version = Long.toString(object.revision());
        if (!resourceVersion.isEmpty() && !resourceVersion.equals(version)) {
            return differs(object, "ResourceVersion", resourceVersion, version, "modified");
        }
        Fate fate = fate(object.kind(), tree, stamp);
        // A change of the finalizers alone is also stored.
        return Reply.of(
                fate instanceof Pending && !tree.equals(object.json()) ? new Marked(tree) : fate);
    }

    private Fate fate(Kind kind, Json.Obj tree, Timestamps stamp) {
        if (kind.equals(Kind.POD)) {
            return pod(tree, stamp);
        }
        return kind.equals(Kind.NAMESPACE) && !ObjectFields.SPEC_FINALIZERS.items(tree).isEmpty()
                ? namespace(tree, stamp)
                : other(tree, stamp);
    }

    /// A namespace stays until it is empty, in the phase `Terminating`.
    private static Fate namespace(Json.Obj namespace, Timestamps stamp) {
        return ObjectFields.DELETED.in(namespace)
                ? new Pending()
                : new Marked(
                        ObjectFields.PHASE.set(
                                ObjectFields.DELETED.set(namespace, Json.of(stamp.in(0))),
                                "Terminating"));
    }

    private static Reply<Fate> differs(
            ObjectVersion object, String what, String wanted, String found, String perhaps) {
        return Reply.no(
                StatusError.conflict(
                        object.kind().name(),
                        object.name(),
                        "the %s in the precondition (%s) does not match the %s in record (%s). The object might have been %s"
                                .formatted(what, wanted, what, found, perhaps)));
    }

    private Fate pod(Json.Obj pod, Timestamps stamp) {
        if (ObjectFields.DELETED.in(pod)) {
            return shortened(pod);
        }
        long grace = podGrace(pod);
        Json.Obj marked = marked(pod, stamp, grace);
        return grace > 0 || finalized(pod) ? new Marked(marked) : new Erased(marked);
    }

    /// The grace period of a pod that is being deleted can only decrease.
    private Fate shortened(Json.Obj pod) {
        long before = ObjectFields.DELETION_GRACE.number(pod, 0);
        long wanted = Math.min(graceSeconds.orElse(before), MAX_GRACE);
        if (wanted >= before) {
            return before == 0 && !finalized(pod) ? new Erased(pod) : new Pending();
        }
        Json.Obj sooner =
                ObjectFields.DELETION_GRACE.set(
                        ObjectFields.DELETED.set(
                                pod,
                                Json.of(
                                        Timestamps.moved(
                                                ObjectFields.DELETED.text(pod), wanted - before))),
                        Json.of(wanted));
        return wanted > 0 || finalized(pod) ? new Marked(sooner) : new Erased(sooner);
    }

    private long podGrace(Json.Obj pod) {
        String phase = ObjectFields.PHASE.text(pod);
        if (ObjectFields.NODE_NAME.text(pod).isEmpty()
                || phase.equals("Succeeded")
                || phase.equals("Failed")) {
            return 0;
        }
        long grace = graceSeconds.orElseGet(() -> ObjectFields.GRACE.number(pod, 0));
        return grace < 0 ? 1 : Math.min(grace, MAX_GRACE);
    }

    private static Fate other(Json.Obj object, Timestamps stamp) {
        if (!finalized(object)) {
            return new Erased(object);
        }
        return ObjectFields.DELETED.in(object)
                ? new Pending()
                : new Marked(marked(object, stamp, 0));
    }

    private static Json.Obj marked(Json.Obj object, Timestamps stamp, long grace) {
        Json.Obj tree = ObjectFields.DELETED.set(object, Json.of(stamp.in(grace)));
        tree = ObjectFields.DELETION_GRACE.set(tree, Json.of(grace));
        long generation = ObjectFields.GENERATION.number(object, 0);
        return generation == 0 ? tree : ObjectFields.GENERATION.set(tree, Json.of(generation + 1));
    }

    private static boolean finalized(Json.Obj object) {
        return !ObjectFields.FINALIZERS.items(object).isEmpty();
    }
}
