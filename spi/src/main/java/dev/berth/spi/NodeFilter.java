package dev.berth.spi;

import java.util.Objects;

/// Filters the nodes for one pod (kube-scheduler: `Filter`).
///
/// [#test] evaluates one node. [#testAll] evaluates many nodes in bulk and must give the same
/// result for every node; `PluginTester` verifies this. All methods are called on the scheduling
/// thread and must not block. An exception fails the attempt.
@FunctionalInterface
public interface NodeFilter {
    /// Evaluates one node.
    Verdict test(NodeView node);

    /// Evaluates all `candidates`. Nodes that are not added to `out` pass.
    default void testAll(Nodes nodes, NodeSet candidates, Rejections out) {
        for (int row = candidates.next(0); row >= 0; row = candidates.next(row + 1)) {
            if (Objects.requireNonNull(
                            test(nodes.view(row)),
                            "NodeFilter.test returned null; return Verdict.PASS or a Reject")
                    instanceof Reject reject) {
                out.reject(row, reject);
            }
        }
    }

    /// Returns the filter after a pod is added to a node or removed from it (kube-scheduler:
    /// `PreFilterExtensions`, `AddPod` and `RemovePod`). The [NodeView] of a later [#test] already
    /// contains the change; override this method if the filter keeps state about other pods. The
    /// returned filter must not share mutable state with this one.
    default NodeFilter after(PodChange change) {
        return this;
    }

    /// Those of `rows` on which the filter passes whatever pods are on the node, also in what-ifs.
    /// For a filter that cannot be cached, this allows the engine to use the results of what-ifs
    /// for other pods with the same pod shape. The empty set is always correct.
    default NodeSet passingWithAnyPods(Nodes nodes, NodeSet rows) {
        return NodeSet.empty();
    }

    /// What the results depend on. The engine can cache the results of a filter that declares
    /// anything other than [DependsOn#ANYTHING].
    default DependsOn dependsOn() {
        return DependsOn.ANYTHING;
    }
}
