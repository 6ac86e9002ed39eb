package dev.berth.plugins.podtopologyspread;

import dev.berth.model.Pod;
import dev.berth.spi.Counting;
import dev.berth.spi.DomainCounts;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nodes;
import dev.berth.spi.PodChange;
import dev.berth.spi.Reject;
import dev.berth.spi.Rejections;
import dev.berth.spi.Verdict;

import java.util.ArrayList;
import java.util.List;

/// Rejects domains in which the pod would exceed the maximum skew.
final class SpreadFilter implements NodeFilter {
    static final Reject NO_LABEL =
            Reject.unresolvable(
                    "node(s) didn't match pod topology spread constraints (missing required"
                            + " label)");
    static final Reject SKEWED =
            Reject.unschedulable("node(s) didn't match pod topology spread constraints");

    /// A constraint and its counts.
    ///
    /// @param eligible the nodes whose pods count
    /// @param self 1 if the pod matches its own constraint, else 0
    record Rule(
            ActiveConstraint constraint,
            Counting.NodeCondition eligible,
            DomainCounts counts,
            int self) {
        /// The highest count at which a domain can still accept the pod.
        int limit() {
            int lowest = counts.open() < constraint.minDomains() ? 0 : counts.lowest();
            return (int) Math.min(Integer.MAX_VALUE, constraint.maxSkew() - self + (long) lowest);
        }
    }

    private final String namespace;
    private final List<Rule> rules;

    SpreadFilter(String namespace, List<Rule> rules) {
        this.namespace = namespace;
        this.rules = rules;
    }

    @Override
    public Verdict test(NodeView node) {
        for (Rule rule : rules) {
            int domain = rule.counts().domains().of(node.row());
            if (domain < 0) {
                return NO_LABEL;
            }
            if (rule.counts().count(domain) > rule.limit()) {
                return SKEWED;
            }
        }
        return Verdict.PASS;
    }

    @Override
    public void testAll(Nodes nodes, NodeSet candidates, Rejections out) {
        var labeled = new NodeSet[rules.size()];
        var crowded = new NodeSet[rules.size()];
        for (int i = 0; i < labeled.length; i++) {
            Rule rule = rules.get(i);
            labeled[i] = rule.counts().domains().labeled();
            NodeSet above = rule.counts().above(rule.limit());
            // Constraints that differ only in their skew share their counts, and a result is valid
            // only until the next call.
            crowded[i] = labeled.length > 1 ? above.copy() : above;
        }
        for (int word = 0; word < candidates.words(); word++) {
            long left = candidates.word(word);
            for (int i = 0; i < labeled.length && left != 0; i++) {
                long unlabeled = left & ~labeled[i].word(word);
                out.rejectWord(word, unlabeled, NO_LABEL);
                left &= ~unlabeled;
                long skewed = left & crowded[i].word(word);
                out.rejectWord(word, skewed, SKEWED);
                left &= ~skewed;
            }
        }
    }

    @Override
    public NodeFilter after(PodChange change) {
        var assumed = new ArrayList<SpreadWhatIf>();
        for (Rule rule : rules) {
            assumed.add(new SpreadWhatIf(rule));
        }
        return new Assuming(assumed).after(change);
    }

    /// The rules in a what-if.
    private final class Assuming implements NodeFilter {
        private final List<SpreadWhatIf> rules;

        Assuming(List<SpreadWhatIf> rules) {
            this.rules = rules;
        }

        @Override
        public Verdict test(NodeView node) {
            for (SpreadWhatIf rule : rules) {
                int domain = rule.domain(node);
                if (domain < 0) {
                    return NO_LABEL;
                }
                if (rule.crowded(domain)) {
                    return SKEWED;
                }
            }
            return Verdict.PASS;
        }

        @Override
        public NodeFilter after(PodChange change) {
            Pod pod = change.pod();
            if (!pod.namespace().equals(namespace)) {
                return this;
            }
            var next = new ArrayList<SpreadWhatIf>();
            for (SpreadWhatIf rule : rules) {
                if (rule.domain(change.node()) < 0) {
                    return this;
                }
                next.add(rule.after(change));
            }
            return new Assuming(next);
        }
    }
}
