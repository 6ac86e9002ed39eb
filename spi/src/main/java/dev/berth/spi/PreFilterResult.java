package dev.berth.spi;

import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/// What a filter says before it looks at any node.
public sealed interface PreFilterResult {
    PreFilterResult SKIP = new Skip();

    /// Nothing to check for this pod: the plugin stays out of this cycle.
    record Skip() implements PreFilterResult {}

    /// The pod as a whole is refused.
    ///
    /// @param whatIf asked when evictions are tried: whether the refusal would still hold for a
    ///   node with other pods than it has
    record RejectPod(Reject why, NodeFilter whatIf) implements PreFilterResult {}

    /// Ask the filter about each node.
    record Run(NodeFilter filter) implements PreFilterResult {}

    /// As [Run], but only these nodes come into question; some of the names may not exist.
    record RunOn(NodeFilter filter, NavigableSet<String> nodeNames) implements PreFilterResult {
        public RunOn {
            nodeNames = java.util.Collections.unmodifiableNavigableSet(new TreeSet<>(nodeNames));
        }
    }

    static PreFilterResult of(NodeFilter filter) {
        return new Run(filter);
    }

    static PreFilterResult runOn(NodeFilter filter, Set<String> nodeNames) {
        return new RunOn(filter, new TreeSet<>(nodeNames));
    }

    /// Refuses the pod whatever else would run.
    static PreFilterResult rejectPod(Reject why) {
        return new RejectPod(why, node -> why);
    }

    /// Refuses the pod as things are; `whatIf` says where evictions would change that.
    static PreFilterResult rejectPod(Reject why, NodeFilter whatIf) {
        return new RejectPod(why, whatIf);
    }
}
