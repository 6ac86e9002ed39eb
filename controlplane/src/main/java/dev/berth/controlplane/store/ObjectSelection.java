package dev.berth.controlplane.store;

import dev.berth.model.Kind;

import java.util.Optional;
import java.util.function.Predicate;

/// The selection of a list or a watch: a kind or all kinds, a namespace or all (empty), the pods of
/// a node or all, and a predicate.
///
/// @param node the node of the pods; empty for pods without a node
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

    /// Selects the pods of one node. Watches with this selection are indexed by node.
    public ObjectSelection onNode(String node) {
        return new ObjectSelection(Optional.of(Kind.POD), namespace, Optional.of(node), condition);
    }

    /// Narrows the selection by a predicate. Label and field selectors use it.
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
