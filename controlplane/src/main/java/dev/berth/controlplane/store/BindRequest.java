package dev.berth.controlplane.store;

import dev.berth.controlplane.defaults.InitContainerAnnotations;
import dev.berth.model.Kind;
import dev.berth.model.Labels;
import dev.berth.model.json.Json;

/// A request to the `binding` subresource, which assigns a pod to a node. An empty UID matches any
/// pod with the name.
public record BindRequest(
        String namespace, String name, String uid, String node, Labels labels, Labels annotations) {
    private static final String RESOURCE = "pods/binding";

    public static BindRequest of(String namespace, String name, String uid, String node) {
        return new BindRequest(namespace, name, uid, node, Labels.NONE, Labels.NONE);
    }

    boolean bringsNodeOnly() {
        return labels.isEmpty() && annotations.isEmpty();
    }

    /// The bound pod, or the reason why it cannot be bound.
    Reply<Json.Obj> applyTo(ObjectVersion pod, String now) {
        if (node.isEmpty()) {
            return Reply.no(new StatusError(StatusReason.UNKNOWN, "target.name: Required value"));
        }
        if (!uid.isEmpty() && !uid.equals(pod.uid())) {
            return Reply.no(StatusError.otherUid(Kind.POD, namespace, name, uid, pod.uid()));
        }
        Json.Obj tree = pod.json();
        if (ObjectFields.DELETED.in(tree)) {
            return rejected("pod " + name + " is being deleted, cannot be assigned to a host");
        }
        String assigned = ObjectFields.NODE_NAME.text(tree);
        if (!assigned.isEmpty()) {
            return rejected("pod " + name + " is already assigned to node \"" + assigned + "\"");
        }
        if (!ObjectFields.GATES.items(tree).isEmpty()) {
            return rejected("pod " + name + " has non-empty .spec.schedulingGates");
        }
        return Reply.of(bound(tree, now));
    }

    private Json.Obj bound(Json.Obj pod, String now) {
        Json.Obj tree = ObjectFields.NODE_NAME.set(pod, Json.of(node));
        for (var annotation : annotations) {
            tree =
                    ObjectFields.ANNOTATIONS
                            .then(annotation.getKey())
                            .set(tree, Json.of(annotation.getValue()));
        }
        if (!annotations.isEmpty()) {
            tree = InitContainerAnnotations.drop(tree, ObjectFields.ANNOTATIONS);
        }
        for (var label : labels) {
            tree = ObjectFields.LABELS.then(label.getKey()).set(tree, Json.of(label.getValue()));
        }
        return ObjectFields.NOMINATED.remove(Conditions.set(tree, Conditions.scheduled(), now));
    }

    private Reply<Json.Obj> rejected(String why) {
        return Reply.no(StatusError.conflict(RESOURCE, name, why));
    }
}
