package dev.berth.sim.store;

import dev.berth.model.Kind;
import dev.berth.model.Labels;
import dev.berth.model.json.Json;

/// A request to the `binding` sub-resource: put the pod on the node. An empty UID means whichever
/// pod has the name.
public record Binding(
        String namespace, String name, String uid, String node, Labels labels, Labels annotations) {
    private static final String RESOURCE = "pods/binding";

    public static Binding of(String namespace, String name, String uid, String node) {
        return new Binding(namespace, name, uid, node, Labels.NONE, Labels.NONE);
    }

    boolean bringsNodeOnly() {
        return labels.isEmpty() && annotations.isEmpty();
    }

    /// The pod as it is once bound, or why it cannot be.
    Reply<Json.Obj> applyTo(ObjectVersion pod, String now) {
        if (node.isEmpty()) {
            return Reply.no(new Refusal(Reason.UNKNOWN, "target.name: Required value"));
        }
        if (!uid.isEmpty() && !uid.equals(pod.uid())) {
            return Reply.no(Refusal.otherUid(Kind.POD, namespace, name, uid, pod.uid()));
        }
        Json.Obj tree = pod.json();
        if (Fields.DELETED.in(tree)) {
            return refused("pod " + name + " is being deleted, cannot be assigned to a host");
        }
        String assigned = Fields.NODE_NAME.text(tree);
        if (!assigned.isEmpty()) {
            return refused("pod " + name + " is already assigned to node \"" + assigned + "\"");
        }
        if (!Fields.GATES.items(tree).isEmpty()) {
            return refused("pod " + name + " has non-empty .spec.schedulingGates");
        }
        return Reply.of(bound(tree, now));
    }

    private Json.Obj bound(Json.Obj pod, String now) {
        Json.Obj tree = Fields.NODE_NAME.set(pod, Json.of(node));
        for (var annotation : annotations) {
            tree =
                    Fields.ANNOTATIONS
                            .then(annotation.getKey())
                            .set(tree, Json.of(annotation.getValue()));
        }
        for (var label : labels) {
            tree = Fields.LABELS.then(label.getKey()).setIfAbsent(tree, Json.of(label.getValue()));
        }
        return Fields.NOMINATED.remove(Conditions.set(tree, Conditions.scheduled(), now));
    }

    private Reply<Json.Obj> refused(String why) {
        return Reply.no(Refusal.conflict(RESOURCE, name, why));
    }
}
