package dev.berth.plugins.interpodaffinity;

import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Labels;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.model.PodShape;
import dev.berth.model.SelectorException;
import dev.berth.plugins.LruCache;
import dev.berth.plugins.SelectorLabels;
import dev.berth.spi.AffinityTermGroup;
import dev.berth.spi.AffinityTermGroups;
import dev.berth.spi.AffinityTermReader;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.Counting;
import dev.berth.spi.DependsOn;
import dev.berth.spi.DomainCounts;
import dev.berth.spi.Domains;
import dev.berth.spi.EnqueueExtensions;
import dev.berth.spi.Filter;
import dev.berth.spi.Gates;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.ObjectChange;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PluginProvider;
import dev.berth.spi.PodAffinityTerm;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PodMatcher;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.PreScoreResult;
import dev.berth.spi.Problems;
import dev.berth.spi.QueueingHints;
import dev.berth.spi.Reject;
import dev.berth.spi.RejectionDetails;
import dev.berth.spi.RejectionExplainer;
import dev.berth.spi.Score;
import dev.berth.spi.StateObserver;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Evaluates pod affinity and anti-affinity, of the pod and of the assigned pods (kube-scheduler:
/// `InterPodAffinity`).
///
/// The engine counts the pods that each term selects when pods change. A cycle reads the counts of
/// domains and does not visit pods.
public final class InterPodAffinity
        implements Filter, Score, EnqueueExtensions, StateObserver, RejectionExplainer {
    private final InterPodAffinityArgs args;
    private final PluginContext context;
    private final NamespaceLabels namespaces;
    private final AffinityTermReader hostileTerms;
    private final AffinityTermReader scoredTerms;
    private final Map<Domains, DomainScores> worths = new HashMap<>();
    private final List<DomainScores> worthsInUse = new ArrayList<>();
    private final Map<PodShape, IncomingPod> known = new LruCache<>();
    private final Map<PodShape, RequiredTerms> requiredTerms = new LruCache<>();
    private final Map<PodShape, List<PodTerms.Term>> antiAffinityTerms = new LruCache<>();

    InterPodAffinity(InterPodAffinityArgs args, PluginContext context) {
        this.args = args;
        this.context = context;
        this.namespaces = new NamespaceLabels(context::objects);
        this.hostileTerms = this::hostileTermsOf;
        this.scoredTerms = this::scoredTermsOf;
    }

    @Override
    public Set<Kind> reads() {
        return Set.of(Kind.NAMESPACE);
    }

    @Override
    public void objectChanged(Optional<KubeObject> before, Optional<KubeObject> after) {
        after.or(() -> before)
                .filter(object -> object.kind().equals(Kind.NAMESPACE))
                .ifPresent(object -> known.clear());
    }

    @Override
    public void forgetAll() {
        known.clear();
    }

    private IncomingPod incoming(Pod pod) {
        return known.computeIfAbsent(pod.shape(), shape -> IncomingPod.of(shape, namespaces));
    }

    private List<PodAffinityTerm> hostileTermsOf(PodShape shape) {
        return carried(PodTerms.of(shape).antiAffinity(), 1);
    }

    private List<PodAffinityTerm> scoredTermsOf(PodShape shape) {
        PodTerms terms = PodTerms.of(shape);
        var carried = new ArrayList<PodAffinityTerm>();
        if (args.hardPodAffinityWeight() > 0) {
            carried.addAll(carried(terms.affinity(), args.hardPodAffinityWeight()));
        }
        carried.addAll(carried(terms.preferred(), 1));
        return carried;
    }

    private List<PodAffinityTerm> carried(List<PodTerms.Term> terms, int times) {
        return terms.stream()
                .map(term ->
                        new PodAffinityTerm(
                                TermMatchers.ofRunning(term, namespaces),
                                term.topologyKey(),
                                (long) times * term.weight()))
                .toList();
    }

    @Override
    public PreFilterResult filterFor(PodCycle cycle) {
        IncomingPod pod = incoming(cycle.pod());
        if (!pod.terms().problem().isEmpty()) {
            return PreFilterResult.rejectPod(
                    Reject.unresolvable("parsing pod: " + pod.terms().problem()));
        }
        List<AffinityTermGroup> hostile = counted(hostileTerms, pod);
        if (hostile.isEmpty()
                && pod.terms().affinity().isEmpty()
                && pod.terms().antiAffinity().isEmpty()) {
            return PreFilterResult.skip(whileUnselected(hostileTerms, pod));
        }
        var near = new ArrayList<DomainCounts>();
        for (PodTerms.Term term : pod.terms().affinity()) {
            near.add(context.selectorGroup(pod.allAffinity()).by(Counting.all(term.topologyKey())));
        }
        return PreFilterResult.of(
                new AffinityFilter(
                        pod,
                        namespaces,
                        near,
                        counts(pod.antiAffinity(), pod.terms().antiAffinity()),
                        hostile));
    }

    /// The terms of assigned pods that select the pod and have a count.
    private List<AffinityTermGroup> counted(AffinityTermReader source, IncomingPod pod) {
        List<AffinityTermGroup> matching =
                context.affinityTerms(source).matching(pod.namespace(), pod.labels());
        if (matching.isEmpty()) {
            return matching;
        }
        var counted = new ArrayList<AffinityTermGroup>();
        for (AffinityTermGroup group : matching) {
            if (!group.counts().isEmpty()) {
                counted.add(group);
            }
        }
        return counted;
    }

    /// A pod without terms of its own is skipped until terms of assigned pods select it.
    private DependsOn whileUnselected(AffinityTermReader source, IncomingPod pod) {
        AffinityTermGroups groups = context.affinityTerms(source);
        if (!groups.matching(pod.namespace(), pod.labels()).isEmpty()) {
            return DependsOn.ANYTHING;
        }
        long version = groups.version();
        return DependsOn.onPodShape().validWhile(() -> groups.version() == version);
    }

    private List<DomainCounts> counts(List<PodMatcher> matchers, List<PodTerms.Term> terms) {
        var counts = new ArrayList<DomainCounts>();
        for (int i = 0; i < terms.size(); i++) {
            counts.add(
                    context.selectorGroup(matchers.get(i))
                            .by(Counting.all(terms.get(i).topologyKey())));
        }
        return counts;
    }

    @Override
    public PreFilterResult filterWithoutPreFilter(PodCycle cycle) {
        throw new IllegalStateException(
                "error reading \"PreFilterInterPodAffinity\" from cycleState: not found");
    }

    @Override
    public PreScoreResult scorerFor(PodCycle cycle, NodeSet feasible) {
        IncomingPod pod = incoming(cycle.pod());
        boolean wishes = hasWishes(cycle.pod());
        if (args.ignorePreferredTermsOfExistingPods() && !wishes) {
            return PreScoreResult.skip(DependsOn.onPodShape());
        }
        if (!pod.terms().problem().isEmpty()) {
            throw new IllegalStateException("failed to parse pod: " + pod.terms().problem());
        }
        worthsInUse.clear();
        List<DomainCounts> wished = counts(pod.preferred(), pod.terms().preferred());
        for (int i = 0; i < wished.size(); i++) {
            DomainCounts counts = wished.get(i);
            if (!counts.isEmpty()) {
                counts.addTo(score(counts), pod.terms().preferred().get(i).weight());
            }
        }
        for (AffinityTermGroup group : counted(scoredTerms, pod)) {
            group.addWeightsTo(score(group.counts()));
        }
        if (worthsInUse.isEmpty() && !wishes) {
            return PreScoreResult.skip(whileUnselected(scoredTerms, pod));
        }
        return worthsInUse.isEmpty()
                ? PreScoreResult.SKIP
                : PreScoreResult.of(new AffinityScorer(worthsInUse));
    }

    /// The scores of the domains of a topology key so far.
    private long[] score(DomainCounts counts) {
        Domains domains = counts.domains();
        for (DomainScores score : worthsInUse) {
            if (score.domains().equals(domains)) {
                return score.byDomain();
            }
        }
        DomainScores added = worths.computeIfAbsent(domains, DomainScores::new);
        added.clear();
        worthsInUse.add(added);
        return added.byDomain();
    }

    private static boolean hasWishes(Pod pod) {
        return pod.template()
                        .affinity()
                        .pod()
                        .map(part -> !part.preferred().isEmpty())
                        .orElse(false)
                || pod.template()
                        .affinity()
                        .antiPod()
                        .map(part -> !part.preferred().isEmpty())
                        .orElse(false);
    }

    @Override
    public PreScoreResult scorerWithoutPreScore(PodCycle cycle, NodeSet feasible) {
        throw new IllegalStateException(
                "failed to read \"PreScoreInterPodAffinity\" from cycleState: not found");
    }

    @Override
    public RejectionDetails explainNode(PodCycle cycle, Reject why, NodeView node) {
        TermExplanation explanation = TermExplanation.in(cycle);
        IncomingPod pod = incoming(cycle.pod());
        if (why.equals(AffinityFilter.NOT_NEAR)) {
            return explanation.notNear(pod, node);
        }
        return why.equals(AffinityFilter.TOO_NEAR)
                ? explanation.tooNear(pod, node)
                : explanation.excluded(
                        node,
                        other ->
                                antiAffinity(other).stream()
                                        .filter(term ->
                                                TermExplanation.selects(term, pod, namespaces))
                                        .toList());
    }

    @Override
    public RejectionDetails explainPod(PodCycle cycle, Reject why) {
        return RejectionDetails.of("correct the invalid term of the pod's affinity");
    }

    @Override
    public void eventsToRegister(QueueingHints hints) {
        hints.on(
                ClusterEvent.ASSIGNED_POD,
                ClusterEvent.ADD | ClusterEvent.UPDATE_POD_LABEL | ClusterEvent.DELETE,
                new PodHint());
        hints.on(ClusterEvent.TARGET_POD, ClusterEvent.UPDATE_POD_LABEL, this::podHelps);
        hints.on(
                ClusterEvent.NODE,
                ClusterEvent.ADD | ClusterEvent.UPDATE_NODE_LABEL,
                QueueingHints.QueueingHint.forPodShape(this::nodeHelps));
    }

    /// The hint for assigned pods. An added pod helps only if it matches all required affinity
    /// terms.
    private final class PodHint implements QueueingHints.QueueingHint {
        @Override
        public boolean shouldQueue(Pod unschedulable, ObjectChange change) {
            return podHelps(unschedulable, change);
        }

        @Override
        public boolean sharedByPodShape(Pod unschedulable) {
            return true;
        }

        @Override
        public Optional<Set<QueueingHints.NeededLabel>> labelsOfAdded(Pod unschedulable) {
            List<PodTerms.Term> near;
            try {
                near = required(unschedulable).affinity();
            } catch (SelectorException invalid) {
                return Optional.empty();
            }
            if (near.isEmpty()) {
                return Optional.of(Set.of());
            }
            for (PodTerms.Term term : near) {
                Optional<Set<QueueingHints.NeededLabel>> labels =
                        SelectorLabels.needed(term.selector());
                if (labels.isPresent()) {
                    return labels;
                }
            }
            return Optional.empty();
        }
    }

    private boolean podHelps(Pod unschedulable, ObjectChange change) {
        Optional<Pod> before = change.before().map(Pod.class::cast);
        Optional<Pod> after = change.after().map(Pod.class::cast);
        if (before.isPresent()
                && after.isPresent()
                && after.get().uid().equals(unschedulable.uid())) {
            return true;
        }
        if (before.isPresent() && !before.get().placedOrNominated()
                || after.isPresent() && !after.get().placedOrNominated()) {
            return false;
        }
        // Invalid terms cause an exception, which counts as a hint to queue the pod.
        RequiredTerms required = required(unschedulable);
        List<PodTerms.Term> near = required.affinity();
        List<PodTerms.Term> away = required.antiAffinity();
        if (after.isEmpty()) {
            Pod gone = before.orElseThrow();
            return meansAny(away, gone) || meansAny(antiAffinity(gone), unschedulable);
        }
        if (before.isEmpty()) {
            return meansAll(near, after.get());
        }
        return !meansAll(near, before.get()) && meansAll(near, after.get())
                || meansAny(away, before.get()) && !meansAny(away, after.get());
    }

    /// The required terms of a pod, for queueing hints.
    private record RequiredTerms(List<PodTerms.Term> affinity, List<PodTerms.Term> antiAffinity) {
        static RequiredTerms of(PodShape shape) {
            return new RequiredTerms(PodTerms.affinity(shape), PodTerms.antiAffinity(shape));
        }
    }

    /// The required anti-affinity terms of a pod whose affinity terms may be invalid.
    private List<PodTerms.Term> antiAffinity(Pod pod) {
        return antiAffinityTerms.computeIfAbsent(pod.shape(), PodTerms::antiAffinity);
    }

    private RequiredTerms required(Pod pod) {
        return requiredTerms.computeIfAbsent(pod.shape(), RequiredTerms::of);
    }

    // Parity: podMatchesAllAffinityTerms of this hint does not look up namespaces, so a namespace
    // selector selects no namespaces.
    private static boolean meansAll(List<PodTerms.Term> terms, Pod pod) {
        for (PodTerms.Term term : terms) {
            if (!term.means(pod.namespace(), Labels.NONE, pod.labels())) {
                return false;
            }
        }
        return !terms.isEmpty();
    }

    private static boolean meansAny(List<PodTerms.Term> terms, Pod pod) {
        for (PodTerms.Term term : terms) {
            if (term.means(pod.namespace(), Labels.NONE, pod.labels())) {
                return true;
            }
        }
        return false;
    }

    private boolean nodeHelps(Pod unschedulable, ObjectChange change) {
        Labels now = change.after().map(node -> ((Node) node).labels()).orElse(Labels.NONE);
        Optional<Labels> before = change.before().map(node -> ((Node) node).labels());
        for (PodTerms.Term term : required(unschedulable).affinity()) {
            Optional<String> value = now.get(term.topologyKey());
            if (value.isPresent()
                    && (before.isEmpty() || !before.get().get(term.topologyKey()).equals(value))) {
                return true;
            }
        }
        for (PodTerms.Term term : required(unschedulable).antiAffinity()) {
            if (before.isEmpty()) {
                return true;
            }
            Optional<String> had = before.get().get(term.topologyKey());
            if (had.isPresent() && !had.equals(now.get(term.topologyKey()))) {
                return true;
            }
        }
        return false;
    }

    /// Creates the plugin from its arguments.
    public static final class Provider implements PluginProvider<InterPodAffinityArgs> {
        @Override
        public String name() {
            return "InterPodAffinity";
        }

        @Override
        public InterPodAffinityArgs defaults() {
            return InterPodAffinityArgs.DEFAULT;
        }

        @Override
        public void check(InterPodAffinityArgs args, Gates on, Problems out) {
            args.check(out);
        }

        @Override
        public Plugin create(InterPodAffinityArgs args, PluginContext context) {
            return new InterPodAffinity(args, context);
        }
    }
}
