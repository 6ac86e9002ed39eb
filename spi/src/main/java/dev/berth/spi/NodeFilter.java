package dev.berth.spi;

import java.util.Objects;

/// Tests nodes for one pod.
///
/// [#test] is the simple way. [#testAll] is the fast way and must say the same of every node;
/// `PluginTester` checks that.
@FunctionalInterface
public interface NodeFilter {
    Verdict test(NodeView node);

    /// Tests all `candidates` at once; those not rejected pass.
    default void testAll(Nodes nodes, NodeSet candidates, Rejections out) {
        for (int row = candidates.next(0); row >= 0; row = candidates.next(row + 1)) {
            if (Objects.requireNonNull(test(nodes.view(row)), "null is no verdict")
                    instanceof Reject reject) {
                out.reject(row, reject);
            }
        }
    }

    /// The same test if one pod more or less ran on a node; the node's own load is in the view
    /// already.
    default NodeFilter after(PodChange change) {
        return this;
    }

    /// What the answers depend on; whoever says more than [DependsOn#ANYTHING] may be remembered
    /// between pods.
    default DependsOn dependsOn() {
        return DependsOn.ANYTHING;
    }
}
