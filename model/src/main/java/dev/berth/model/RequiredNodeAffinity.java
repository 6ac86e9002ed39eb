package dev.berth.model;

import java.util.Optional;

/// What a pod demands of its node: its node selector and its required node affinity, both.
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

    /// Whether a node meets it; what cannot be read is met by no node.
    public boolean matches(Labels node, String name) {
        return node.containsAll(labels)
                && (selector.isEmpty() || selector.get().matches(node, name));
    }

    public boolean matches(Node node) {
        return matches(node.labels(), node.name());
    }

    /// As [#matches], but complains when no alternative matched and one cannot be read.
    ///
    /// @throws SelectorException with what cannot be read
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
