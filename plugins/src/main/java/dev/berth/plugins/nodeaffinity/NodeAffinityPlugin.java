package dev.berth.plugins.nodeaffinity;

import dev.berth.model.Node;
import dev.berth.model.NodeSelector;
import dev.berth.model.NodeSelectorTerm;
import dev.berth.model.Pod;
import dev.berth.model.PodTemplate;
import dev.berth.model.PreferredNodeAffinity;
import dev.berth.model.RequiredNodeAffinity;
import dev.berth.model.Requirement;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.DependsOn;
import dev.berth.spi.EnqueueExtensions;
import dev.berth.spi.Filter;
import dev.berth.spi.Gates;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.NormalizeScore;
import dev.berth.spi.ObjectChange;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PluginProvider;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.PreScoreResult;
import dev.berth.spi.Problems;
import dev.berth.spi.QueueingHints;
import dev.berth.spi.Reject;
import dev.berth.spi.RejectionDetails;
import dev.berth.spi.RejectionExplainer;
import dev.berth.spi.Score;
import dev.berth.spi.Verdict;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Evaluates the node selector and the node affinity of a pod (kube-scheduler: `NodeAffinity`).
public final class NodeAffinityPlugin
        implements Filter, Score, EnqueueExtensions, RejectionExplainer {
    static final Reject CONFLICT = Reject.unresolvable("pod affinity terms conflict");
    static final Reject NOT_WANTED =
            Reject.unresolvable("node(s) didn't match Pod's node affinity/selector");
    static final Reject NOT_ALLOWED =
            Reject.unresolvable("node(s) didn't match scheduler-enforced node affinity");

    private static final DependsOn DEPENDS = DependsOn.onAttributes();

    private final List<NodeSelectorTerm> addedTerms;
    private final Optional<NodeSelector> added;
    private final Optional<PreferredNodeAffinity> addedPreferred;

    NodeAffinityPlugin(AffinityArgs args) {
        Optional<List<NodeSelectorTerm>> required =
                args.addedAffinity().flatMap(dev.berth.model.NodeAffinity::required);
        addedTerms = required.orElse(List.of());
        added = required.map(NodeSelector::of);
        addedPreferred =
                args.addedAffinity()
                        .flatMap(dev.berth.model.NodeAffinity::preferred)
                        .filter(terms -> !terms.isEmpty())
                        .map(PreferredNodeAffinity::of);
    }

    @Override
    public PreFilterResult filterFor(PodCycle cycle) {
        PodTemplate.Parts parts = cycle.pod().template().parts();
        Optional<List<NodeSelectorTerm>> required =
                parts.affinity().node().flatMap(dev.berth.model.NodeAffinity::required);
        if (required.isEmpty() && added.isEmpty() && parts.nodeSelector().isEmpty()) {
            return PreFilterResult.skip(DependsOn.onPodShape());
        }
        Optional<Set<String>> names = required.flatMap(NodeAffinityPlugin::names);
        if (names.isEmpty()) {
            return filterWithoutPreFilter(cycle);
        }
        return names.get().isEmpty()
                ? PreFilterResult.rejectPod(CONFLICT)
                : PreFilterResult.runOn(matching(cycle.pod()), names.get());
    }

    @Override
    public PreFilterResult filterWithoutPreFilter(PodCycle cycle) {
        return PreFilterResult.of(matching(cycle.pod()));
    }

    /// The names of the only nodes that can match; empty if the terms do not restrict the names.
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
                    // Parity: PreFilter accepts several values here, although a term with several
                    // values matches no node.
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
        public DependsOn dependsOn() {
            return DEPENDS;
        }
    }

    @Override
    public PreScoreResult scorerFor(PodCycle cycle, NodeSet feasible) {
        return addedPreferred.isEmpty() && preferred(cycle.pod()).isEmpty()
                ? PreScoreResult.skip(DependsOn.onPodShape())
                : scorerWithoutPreScore(cycle, feasible);
    }

    @Override
    public PreScoreResult scorerWithoutPreScore(PodCycle cycle, NodeSet feasible) {
        return PreScoreResult.of(
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
        public NormalizeScore normalizeScore() {
            return NormalizeScore.HIGHEST_IS_BEST;
        }

        @Override
        public DependsOn dependsOn() {
            return DEPENDS;
        }
    }

    @Override
    public RejectionDetails explainNode(PodCycle cycle, Reject why, NodeView node) {
        AffinityExplanation explanation = AffinityExplanation.in(cycle);
        return why.reasons().containsAll(NOT_ALLOWED.reasons())
                ? RejectionDetails.of(
                        "label a node to match the addedAffinity of the profile, or change the"
                                + " profile",
                        explanation.unmet("added-affinity", addedTerms, node))
                : explanation.ofPod(cycle.pod(), node);
    }

    @Override
    public RejectionDetails explainPod(PodCycle cycle, Reject why) {
        return AffinityExplanation.in(cycle)
                .ofNames(
                        cycle.pod(),
                        why.equals(CONFLICT)
                                ? "correct the terms of the pod's node affinity: they require"
                                        + " different nodes by name at once"
                                : "correct the node names in the pod's node affinity, or add such a"
                                        + " node");
    }

    @Override
    public void eventsToRegister(QueueingHints hints) {
        hints.on(
                ClusterEvent.NODE,
                ClusterEvent.ADD | ClusterEvent.UPDATE_NODE_LABEL,
                QueueingHints.QueueingHint.forPodShape(this::beganToMatch));
    }

    private boolean beganToMatch(Pod unschedulable, ObjectChange change) {
        if (!(change.after().isPresent() && change.after().get() instanceof Node now)) {
            return true;
        }
        if (added.isPresent() && !added.get().matches(now.labels(), now.name())) {
            return false;
        }
        RequiredNodeAffinity wanted = RequiredNodeAffinity.of(unschedulable);
        if (!wanted.matchesOrComplains(now)) {
            return false;
        }
        return !(change.before().isPresent()
                && change.before().get() instanceof Node before
                && wanted.matches(before));
    }

    /// Creates the plugin from its arguments.
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
            return new NodeAffinityPlugin(args);
        }
    }
}
