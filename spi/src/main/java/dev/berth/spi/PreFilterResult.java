package dev.berth.spi;

import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/// The result of PreFilter (kube-scheduler: `PreFilterResult` and the status of `PreFilter`).
public sealed interface PreFilterResult {
    PreFilterResult SKIP = new Skip();

    /// There is nothing to check for this pod: the plugin does not filter nodes in this cycle
    /// (kube-scheduler: status `Skip`).
    ///
    /// @param depends what the skip depends on besides the pod shape; the engine does not call the
    ///   plugin for further pods as long as nothing of this changes
    record Skip(DependsOn depends) implements PreFilterResult {
        public Skip() {
            this(DependsOn.ANYTHING);
        }
    }

    /// The plugin rejects the pod on all nodes.
    ///
    /// @param whatIf decides in a what-if of preemption whether the rejection would still hold on a
    ///   node after its pods are removed
    record RejectPod(Reject why, NodeFilter whatIf) implements PreFilterResult {}

    /// The filter evaluates each node.
    record Run(NodeFilter filter) implements PreFilterResult {}

    /// As [Run], but only the nodes with these names are candidates (kube-scheduler:
    /// `PreFilterResult.NodeNames`). Nodes with these names do not need to exist.
    record RunOn(NodeFilter filter, NavigableSet<String> nodeNames) implements PreFilterResult {
        public RunOn {
            nodeNames = java.util.Collections.unmodifiableNavigableSet(new TreeSet<>(nodeNames));
        }
    }

    /// Skips the plugin for this pod, and for all pods for which nothing of `depends` is different.
    static PreFilterResult skip(DependsOn depends) {
        return new Skip(depends);
    }

    /// Runs the filter on all nodes.
    static PreFilterResult of(NodeFilter filter) {
        return new Run(filter);
    }

    /// Runs the filter on the nodes with these names.
    static PreFilterResult runOn(NodeFilter filter, Set<String> nodeNames) {
        return new RunOn(filter, new TreeSet<>(nodeNames));
    }

    /// Rejects the pod; no eviction changes this.
    static PreFilterResult rejectPod(Reject why) {
        return new RejectPod(why, node -> why);
    }

    /// Rejects the pod as long as the pods of the cluster do not change; `whatIf` decides on which
    /// nodes evictions would help.
    static PreFilterResult rejectPod(Reject why, NodeFilter whatIf) {
        return new RejectPod(why, whatIf);
    }
}
