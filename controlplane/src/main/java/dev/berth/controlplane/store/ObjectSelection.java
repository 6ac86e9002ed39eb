package dev.berth.controlplane.store;

import dev.berth.model.Kind;

import java.util.Optional;
import java.util.function.Predicate;

/// Which objects a list or a watch is about: a kind or all, a namespace or all (empty), the pods of
/// one node or all, and a further condition.
///
/// @param node the node of which the pods are, the empty one for pods without a node
public record ObjectSelection(
        Optional<Kind> kind,
        String namespace,
        Optional<String> node,
        Predicate<ObjectVersion> condition) {
    public static ObjectSelection everything() {
        return new ObjectSelection(Optional.empty(), "", Optional.empty(), ObjectSelection::any);
    }

    public static ObjectSelection of(Kind kind) {
        return new ObjectSelection(Optional.of(kind), "", Optional.empty(), ObjectSelection::any);
    }

    public ObjectSelection in(String namespace) {
        return new ObjectSelection(kind, namespace, node, condition);
    }

    /// The pods of one node, which the store finds without asking the others.
    public ObjectSelection onNode(String node) {
        return new ObjectSelection(Optional.of(Kind.POD), namespace, Optional.of(node), condition);
    }

    /// Narrows the selection; the seam for label and field selectors.
    public ObjectSelection where(Predicate<ObjectVersion> condition) {
        return new ObjectSelection(kind, namespace, node, this.condition.and(condition));
    }

    boolean covers(Kind kind, String namespace) {
        return (this.kind.isEmpty() || this.kind.get().equals(kind))
                && (this.namespace.isEmpty() || this.namespace.equals(namespace));
    }

    private static boolean any(ObjectVersion object) {
        return true;
    }

    boolean matches(ObjectVersion object) {
        return (node.isEmpty() || ObjectFields.NODE_NAME.text(object.json()).equals(node.get()))
                && condition.test(object);
    }
}
