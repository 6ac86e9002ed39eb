package dev.berth.plugins.interpodaffinity;

import dev.berth.spi.AffinityTermGroup;
import dev.berth.spi.DomainCounts;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nodes;
import dev.berth.spi.PodChange;
import dev.berth.spi.Reject;
import dev.berth.spi.Rejections;
import dev.berth.spi.Verdict;

import java.util.List;

/// Evaluates the required terms: those of the pod, and the anti-affinity terms of assigned pods.
final class AffinityFilter implements NodeFilter {
    static final Reject NOT_NEAR = Reject.unresolvable("node(s) didn't match pod affinity rules");
    static final Reject TOO_NEAR =
            Reject.unschedulable("node(s) didn't match pod anti-affinity rules");
    static final Reject EXISTING_ANTI_AFFINITY =
            Reject.unschedulable("node(s) didn't satisfy existing pods anti-affinity rules");

    private final IncomingPod pod;
    private final NamespaceLabels namespaces;
    private final List<DomainCounts> near;
    private final List<DomainCounts> away;
    private final List<AffinityTermGroup> hostile;
    private final boolean firstOfItsKind;

    /// @param near for each affinity term, the counts of the pods that match all of them
    /// @param away for each anti-affinity term, the counts of the pods that match it
    /// @param hostile the anti-affinity terms of assigned pods that match this pod
    AffinityFilter(
            IncomingPod pod,
            NamespaceLabels namespaces,
            List<DomainCounts> near,
            List<DomainCounts> away,
            List<AffinityTermGroup> hostile) {
        this.pod = pod;
        this.namespaces = namespaces;
        this.near = near;
        this.away = away;
        this.hostile = hostile;
        // A pod that matches its own affinity terms can be the first of its group, if no other pod
        // matches.
        this.firstOfItsKind = pod.meansItself() && near.stream().allMatch(DomainCounts::isEmpty);
    }

    @Override
    public Verdict test(NodeView node) {
        int row = node.row();
        boolean met = true;
        for (DomainCounts counts : near) {
            int domain = counts.domains().of(row);
            if (domain < 0) {
                return NOT_NEAR;
            }
            met &= counts.count(domain) > 0;
        }
        if (!met && !firstOfItsKind) {
            return NOT_NEAR;
        }
        for (DomainCounts counts : away) {
            if (counts.at(row) > 0) {
                return TOO_NEAR;
            }
        }
        for (AffinityTermGroup group : hostile) {
            if (group.counts().at(row) > 0) {
                return EXISTING_ANTI_AFFINITY;
            }
        }
        return Verdict.PASS;
    }

    @Override
    public void testAll(Nodes nodes, NodeSet candidates, Rejections out) {
        NodeSet[] wanted = new NodeSet[near.size()];
        for (int i = 0; i < wanted.length; i++) {
            DomainCounts counts = near.get(i);
            wanted[i] = firstOfItsKind ? counts.domains().labeled() : counts.above(0);
        }
        NodeSet[] shunned = new NodeSet[away.size()];
        for (int i = 0; i < shunned.length; i++) {
            shunned[i] = away.get(i).above(0);
        }
        NodeSet[] closed = new NodeSet[hostile.size()];
        for (int i = 0; i < closed.length; i++) {
            closed[i] = hostile.get(i).counts().above(0);
        }
        for (int word = 0; word < candidates.words(); word++) {
            long left = candidates.word(word);
            if (left == 0) {
                continue;
            }
            long passing = left;
            for (NodeSet rows : wanted) {
                passing &= rows.word(word);
            }
            out.rejectWord(word, left & ~passing, NOT_NEAR);
            left = passing;
            long tooNear = left & union(shunned, word);
            out.rejectWord(word, tooNear, TOO_NEAR);
            left &= ~tooNear;
            out.rejectWord(word, left & union(closed, word), EXISTING_ANTI_AFFINITY);
        }
    }

    private static long union(NodeSet[] sets, int word) {
        long bits = 0;
        for (NodeSet set : sets) {
            bits |= set.word(word);
        }
        return bits;
    }

    @Override
    public NodeFilter after(PodChange change) {
        return new AffinityWhatIf(pod, namespaces, near, away, hostile).after(change);
    }
}
