package dev.berth.spi;

import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/// What a filter says before it looks at any node.
public sealed interface Judgement {
    Judgement SKIP = new Skip();

    /// Nothing to check for this pod: the plugin stays out of this cycle.
    record Skip() implements Judgement {}

    /// The pod as a whole is refused.
    ///
    /// @param whatIf asked when evictions are tried: whether the refusal would still hold for a
    ///   node with other pods than it has
    record Refuse(Reject why, NodeFilter whatIf) implements Judgement {}

    /// Ask the filter about each node.
    record Judge(NodeFilter filter) implements Judgement {}

    /// As [Judge], but only these nodes come into question; some of the names may not exist.
    record JudgeOnly(NodeFilter filter, NavigableSet<String> names) implements Judgement {
        public JudgeOnly {
            names = java.util.Collections.unmodifiableNavigableSet(new TreeSet<>(names));
        }
    }

    static Judgement of(NodeFilter filter) {
        return new Judge(filter);
    }

    static Judgement only(NodeFilter filter, Set<String> names) {
        return new JudgeOnly(filter, new TreeSet<>(names));
    }

    /// Refuses the pod whatever else would run.
    static Judgement refuse(Reject why) {
        return new Refuse(why, node -> why);
    }

    /// Refuses the pod as things are; `whatIf` says where evictions would change that.
    static Judgement refuse(Reject why, NodeFilter whatIf) {
        return new Refuse(why, whatIf);
    }
}
