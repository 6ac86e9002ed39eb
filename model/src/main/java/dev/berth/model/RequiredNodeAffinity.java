package dev.berth.model;

import java.util.Optional;

/// The node selector and the required node affinity of a pod (kube-scheduler:
/// `RequiredNodeAffinity`).
public final class RequiredNodeAffinity {
    private final Labels labels;
    private final Optional<NodeSelector> selector;

    private RequiredNodeAffinity(Labels labels, Optional<NodeSelector> selector) {
        this.labels = labels;
        this.selector = selector;
    }

    public static RequiredNodeAffinity of(Pod pod) {
        PodTemplate.Parts parts = pod.template().parts();
        return new RequiredNodeAffinity(
                parts.nodeSelector().orElse(Labels.NONE),
                parts.affinity().node().flatMap(NodeAffinity::required).map(NodeSelector::of));
    }

    /// Whether a node matches. An invalid term matches no node.
    public boolean matches(Labels node, String name) {
        return node.containsAll(labels)
                && (selector.isEmpty() || selector.get().matches(node, name));
    }

    public boolean matches(Node node) {
        return matches(node.labels(), node.name());
    }

    /// As [#matches], but throws an exception if no term matches and a term is invalid.
    ///
    /// @throws SelectorException with the problems of the invalid terms
    public boolean matchesOrComplains(Node node) {
        boolean matches = matches(node);
        if (!matches
                && node.labels().containsAll(labels)
                && selector.isPresent()
                && !selector.get().problems().isEmpty()) {
            throw new SelectorException(SelectorProblem.join(selector.get().problems()));
        }
        return matches;
    }
}
