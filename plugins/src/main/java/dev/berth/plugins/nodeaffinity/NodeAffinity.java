package dev.berth.plugins.nodeaffinity;

import dev.berth.model.Node;
import dev.berth.model.NodeSelector;
import dev.berth.model.NodeSelectorTerm;
import dev.berth.model.Pod;
import dev.berth.model.PodTemplate;
import dev.berth.model.PreferredNodeAffinity;
import dev.berth.model.RequiredNodeAffinity;
import dev.berth.model.Requirement;
import dev.berth.spi.Change;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.Depends;
import dev.berth.spi.Filter;
import dev.berth.spi.Gates;
import dev.berth.spi.Hints;
import dev.berth.spi.Judgement;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Normalise;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PluginProvider;
import dev.berth.spi.PodCycle;
import dev.berth.spi.Problems;
import dev.berth.spi.Reject;
import dev.berth.spi.Requeue;
import dev.berth.spi.Score;
import dev.berth.spi.Scoring;
import dev.berth.spi.Verdict;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// A pod goes to nodes that its node selector and node affinity accept, and rather to those it
/// prefers.
public final class NodeAffinity implements Filter, Score, Requeue {
    static final Reject CONFLICT = Reject.unresolvable("pod affinity terms conflict");
    static final Reject NOT_WANTED =
            Reject.unresolvable("node(s) didn't match Pod's node affinity/selector");
    static final Reject NOT_ALLOWED =
            Reject.unresolvable("node(s) didn't match scheduler-enforced node affinity");

    private static final Depends DEPENDS = Depends.onAttributes();

    private final Optional<NodeSelector> added;
    private final Optional<PreferredNodeAffinity> addedPreferred;

    NodeAffinity(AffinityArgs args) {
        added =
                args.addedAffinity()
                        .flatMap(dev.berth.model.NodeAffinity::required)
                        .map(NodeSelector::of);
        addedPreferred =
                args.addedAffinity()
                        .flatMap(dev.berth.model.NodeAffinity::preferred)
                        .filter(terms -> !terms.isEmpty())
                        .map(PreferredNodeAffinity::of);
    }

    @Override
    public Judgement filterFor(PodCycle cycle) {
        PodTemplate.Parts parts = cycle.pod().template().parts();
        Optional<List<NodeSelectorTerm>> required =
                parts.affinity().node().flatMap(dev.berth.model.NodeAffinity::required);
        if (required.isEmpty() && added.isEmpty() && parts.nodeSelector().isEmpty()) {
            return Judgement.SKIP;
        }
        Optional<Set<String>> names = required.flatMap(NodeAffinity::names);
        if (names.isEmpty()) {
            return filterAlone(cycle);
        }
        return names.get().isEmpty()
                ? Judgement.refuse(CONFLICT)
                : Judgement.only(matching(cycle.pod()), names.get());
    }

    @Override
    public Judgement filterAlone(PodCycle cycle) {
        return Judgement.of(matching(cycle.pod()));
    }

    /// The only nodes that may match, by name; nothing when the terms do not say.
    private static Optional<Set<String>> names(List<NodeSelectorTerm> terms) {
        if (terms.isEmpty()) {
            return Optional.empty();
        }
        var all = new TreeSet<String>();
        for (NodeSelectorTerm term : terms) {
            Set<String> named = null;
            for (Requirement field : term.matchFields()) {
                if (field.key().equals(NodeSelectorTerm.NAME_FIELD)
                        && field.operator().equals(Requirement.IN)) {
                    // Parity: several values count here, though a term with several values matches
                    // no node.
                    if (named == null) {
                        named = new HashSet<>(field.values());
                    } else {
                        named.retainAll(field.values());
                    }
                }
            }
            if (named == null) {
                return Optional.empty();
            }
            all.addAll(named);
        }
        return Optional.of(all);
    }

    private NodeFilter matching(Pod pod) {
        return new Matching(added, RequiredNodeAffinity.of(pod));
    }

    private record Matching(Optional<NodeSelector> added, RequiredNodeAffinity wanted)
            implements NodeFilter {
        @Override
        public Verdict test(NodeView node) {
            if (added.isPresent() && !added.get().matches(node.labels(), node.name())) {
                return NOT_ALLOWED;
            }
            return wanted.matches(node.labels(), node.name()) ? Verdict.PASS : NOT_WANTED;
        }

        @Override
        public Depends dependsOn() {
            return DEPENDS;
        }
    }

    @Override
    public Scoring scorerFor(PodCycle cycle, NodeSet feasible) {
        return addedPreferred.isEmpty() && preferred(cycle.pod()).isEmpty()
                ? Scoring.SKIP
                : scorerAlone(cycle, feasible);
    }

    @Override
    public Scoring scorerAlone(PodCycle cycle, NodeSet feasible) {
        return Scoring.of(
                new Preferring(
                        addedPreferred.orElse(PreferredNodeAffinity.NONE),
                        PreferredNodeAffinity.of(preferred(cycle.pod()).orElse(List.of()))));
    }

    private static Optional<List<dev.berth.model.NodeAffinity.Preferred>> preferred(Pod pod) {
        return pod.template().affinity().node().flatMap(dev.berth.model.NodeAffinity::preferred);
    }

    private record Preferring(PreferredNodeAffinity added, PreferredNodeAffinity own)
            implements NodeScorer {
        @Override
        public long score(NodeView node) {
            return added.score(node.labels(), node.name()) + own.score(node.labels(), node.name());
        }

        @Override
        public Normalise normalise() {
            return Normalise.HIGHEST_IS_BEST;
        }

        @Override
        public Depends dependsOn() {
            return DEPENDS;
        }
    }

    @Override
    public void requeueOn(Hints hints) {
        hints.on(
                ClusterEvent.NODE,
                ClusterEvent.ADD | ClusterEvent.UPDATE_NODE_LABEL,
                this::beganToMatch);
    }

    private boolean beganToMatch(Pod parked, Change change) {
        if (!(change.after().isPresent() && change.after().get() instanceof Node now)) {
            return true;
        }
        if (added.isPresent() && !added.get().matches(now.labels(), now.name())) {
            return false;
        }
        RequiredNodeAffinity wanted = RequiredNodeAffinity.of(parked);
        if (!wanted.matchesOrComplains(now)) {
            return false;
        }
        return !(change.before().isPresent()
                && change.before().get() instanceof Node before
                && wanted.matches(before));
    }

    /// Makes it from its arguments.
    public static final class Provider implements PluginProvider<AffinityArgs> {
        @Override
        public String name() {
            return "NodeAffinity";
        }

        @Override
        public AffinityArgs defaults() {
            return AffinityArgs.DEFAULT;
        }

        @Override
        public void check(AffinityArgs args, Gates on, Problems out) {
            args.check(out);
        }

        @Override
        public Plugin create(AffinityArgs args, PluginContext context) {
            return new NodeAffinity(args);
        }
    }
}
