package dev.berth.plugins.podtopologyspread;

import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.model.PodShape;
import dev.berth.model.Selector;
import dev.berth.model.SelectorException;
import dev.berth.model.SpreadConstraint;
import dev.berth.model.WellKnownLabels;
import dev.berth.plugins.LruCache;
import dev.berth.plugins.SelectorLabels;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.Counting;
import dev.berth.spi.DependsOn;
import dev.berth.spi.DomainCounts;
import dev.berth.spi.Domains;
import dev.berth.spi.EnqueueExtensions;
import dev.berth.spi.Filter;
import dev.berth.spi.Gates;
import dev.berth.spi.MutableNodeSet;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nodes;
import dev.berth.spi.ObjectChange;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PluginProvider;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PodPart;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.PreScoreResult;
import dev.berth.spi.Problems;
import dev.berth.spi.QueueingHints;
import dev.berth.spi.Reject;
import dev.berth.spi.RejectionDetails;
import dev.berth.spi.RejectionExplainer;
import dev.berth.spi.Score;
import dev.berth.spi.SelectorGroup;
import dev.berth.spi.StateObserver;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Spreads pods over topology domains, by their constraints or the default constraints
/// (kube-scheduler: `PodTopologySpread`).
///
/// `DoNotSchedule` constraints reject domains, and `ScheduleAnyway` constraints lower their scores.
/// The engine updates the counts when pods change, so a cycle reads the counts of domains and does
/// not visit pods.
public final class PodTopologySpread
        implements Filter, Score, EnqueueExtensions, StateObserver, RejectionExplainer {

    private final SpreadArgs args;
    private final PluginContext context;
    private final boolean comparisons;
    private final DefaultSelector defaultSelector;
    private final Map<PodShape, List<ActiveConstraint>> hardOf = new LruCache<>();
    private final Map<PodShape, List<ActiveConstraint>> softOf = new LruCache<>();

    PodTopologySpread(SpreadArgs args, PluginContext context) {
        this.args = args;
        this.context = context;
        this.comparisons = context.gates().on("TaintTolerationComparisonOperators");
        this.defaultSelector = new DefaultSelector(context::objects);
    }

    @Override
    public Set<Kind> reads() {
        return args.defaults().isEmpty() ? Set.of() : DefaultSelector.KINDS;
    }

    @Override
    public void objectChanged(Optional<KubeObject> before, Optional<KubeObject> after) {
        defaultSelector.changed(before, after);
    }

    @Override
    public void forgetAll() {
        defaultSelector.forget();
    }

    @Override
    public PreFilterResult filterFor(PodCycle cycle) {
        Pod pod = cycle.pod();
        List<ActiveConstraint> constraints;
        try {
            constraints = constraints(pod, true);
        } catch (SelectorException unreadable) {
            throw new SelectorException(
                    "get constraints from pod: %s: %s"
                            .formatted(what(pod, "hard"), unreadable.getMessage()));
        }
        if (constraints.isEmpty()) {
            return PreFilterResult.skip(whileUnconstrained());
        }
        return PreFilterResult.of(new SpreadFilter(pod.namespace(), rules(pod, constraints)));
    }

    private List<SpreadFilter.Rule> rules(Pod pod, List<ActiveConstraint> constraints) {
        List<String> keys = keys(constraints);
        var rules = new ArrayList<SpreadFilter.Rule>();
        for (ActiveConstraint constraint : constraints) {
            Counting.NodeCondition eligible = EligibleNodes.of(constraint, keys, pod, comparisons);
            DomainCounts counts =
                    context.selectorGroup(constraint.matcher(pod.namespace()))
                            .by(new Counting(constraint.topologyKey(), false, eligible));
            int self = constraint.selector().matches(pod.labels()) ? 1 : 0;
            rules.add(new SpreadFilter.Rule(constraint, eligible, counts, self));
        }
        return rules;
    }

    @Override
    public PreFilterResult filterWithoutPreFilter(PodCycle cycle) {
        throw new IllegalStateException(
                "reading \"PreFilterPodTopologySpread\" from cycleState: not found");
    }

    @Override
    public PreScoreResult scorerFor(PodCycle cycle, NodeSet feasible) {
        Pod pod = cycle.pod();
        List<ActiveConstraint> constraints;
        try {
            constraints = constraints(pod, false);
        } catch (SelectorException unreadable) {
            throw new SelectorException(
                    "calculating preScoreState: %s: %s"
                            .formatted(what(pod, "soft"), unreadable.getMessage()));
        }
        if (constraints.isEmpty()) {
            return PreScoreResult.skip(whileUnconstrained());
        }
        return PreScoreResult.of(scorer(cycle, constraints, feasible));
    }

    @Override
    public PreScoreResult scorerWithoutPreScore(PodCycle cycle, NodeSet feasible) {
        throw new IllegalStateException(
                "error reading \"PreScorePodTopologySpread\" from cycleState: not found");
    }

    private static String what(Pod pod, String force) {
        return pod.template().parts().spread().isEmpty()
                ? "setting default " + force + " topology spread constraints"
                : "obtaining pod's " + force + " topology spread constraints";
    }

    private SpreadScorer scorer(
            PodCycle cycle, List<ActiveConstraint> constraints, NodeSet feasible) {
        Pod pod = cycle.pod();
        Nodes nodes = cycle.nodes();
        // Parity: with the system defaults, a node without one of the labels is scored by the other
        // constraints.
        boolean requireAll =
                !pod.template().parts().spread().isEmpty()
                        || args.defaultingType() != SpreadArgs.DefaultingType.SYSTEM;
        List<String> keys = requireAll ? keys(constraints) : List.of();
        NodeSet ignored = ignored(nodes, keys, feasible);
        var parts = new ArrayList<SpreadScorer.Part>();
        for (ActiveConstraint constraint : constraints) {
            String key = constraint.topologyKey();
            Domains domains = nodes.domains(key);
            SelectorGroup group = context.selectorGroup(constraint.matcher(pod.namespace()));
            if (key.equals(WellKnownLabels.HOSTNAME)) {
                double weight = Math.log(feasible.size() - ignored.size() + 2);
                parts.add(new SpreadScorer.ByHost(domains, group, constraint.maxSkew(), weight));
                continue;
            }
            Counting.NodeCondition eligible = EligibleNodes.of(constraint, keys, pod, comparisons);
            DomainCounts counts = group.by(new Counting(key, false, eligible));
            var seen = new FeasibleDomains(domains, nodes, feasible, ignored);
            double weight = Math.log(seen.size() + 2);
            var part = new SpreadScorer.ByDomain(counts, constraint.maxSkew(), weight);
            int unnamed = requireAll ? -1 : seen.emptyValue();
            if (unnamed >= 0) {
                // Nodes without the label count for the domain of the empty value.
                int count = counts.count(unnamed) + unlabeled(nodes, domains, group, eligible);
                part.set(unnamed, count, constraint.maxSkew(), weight);
            }
            parts.add(part);
        }
        return new SpreadScorer(parts, ignored);
    }

    private static NodeSet ignored(Nodes nodes, List<String> keys, NodeSet feasible) {
        MutableNodeSet ignored = new MutableNodeSet(0);
        for (String key : keys) {
            NodeSet labeled = nodes.domains(key).labeled();
            for (int i = 0; i < feasible.words(); i++) {
                ignored.addWord(i, feasible.word(i) & ~labeled.word(i));
            }
        }
        return ignored;
    }

    private static int unlabeled(
            Nodes nodes, Domains domains, SelectorGroup group, Counting.NodeCondition eligible) {
        int count = 0;
        MutableNodeSet rows = nodes.all().copy();
        rows.removeAll(domains.labeled());
        for (int row = rows.next(0); row >= 0; row = rows.next(row + 1)) {
            if (eligible.matches(nodes.view(row).node())) {
                count += group.count(row) - group.terminating(row);
            }
        }
        return count;
    }

    private static List<String> keys(List<ActiveConstraint> constraints) {
        if (constraints.size() == 1) {
            return List.of(constraints.getFirst().topologyKey());
        }
        return constraints.stream().map(ActiveConstraint::topologyKey).distinct().sorted().toList();
    }

    /// The constraints of the pod, or else the default constraints.
    private List<ActiveConstraint> constraints(Pod pod, boolean hard) {
        if (pod.template().parts().spread().isEmpty()) {
            return defaults(pod, hard);
        }
        Map<PodShape, List<ActiveConstraint>> known = hard ? hardOf : softOf;
        List<ActiveConstraint> found = known.get(pod.shape());
        if (found == null) {
            found = own(pod, hard);
            known.put(pod.shape(), found);
        }
        return found;
    }

    /// What the absence of constraints depends on: the default constraints apply if a service
    /// selects the pod or a workload owns it.
    private DependsOn whileUnconstrained() {
        long version = defaultSelector.version();
        return DependsOn.onPodShape()
                .alsoKeyedBy(PodPart.OWNERS)
                .validWhile(() -> defaultSelector.version() == version);
    }

    private static List<ActiveConstraint> own(Pod pod, boolean hard) {
        var constraints = new ArrayList<ActiveConstraint>();
        for (SpreadConstraint written : pod.template().parts().spread()) {
            if (holds(written, hard)) {
                Selector selector = Selector.of(written.selector());
                constraints.add(ActiveConstraint.of(written, selector, pod.labels()));
            }
        }
        return List.copyOf(constraints);
    }

    private List<ActiveConstraint> defaults(Pod pod, boolean hard) {
        List<SpreadConstraint> written = args.defaults();
        boolean any = false;
        for (int i = 0; i < written.size(); i++) {
            any |= holds(written.get(i), hard);
        }
        Selector selector = any ? defaultSelector.of(pod) : Selector.EVERYTHING;
        if (selector.isEmpty()) {
            return List.of();
        }
        var constraints = new ArrayList<ActiveConstraint>();
        for (SpreadConstraint each : written) {
            if (holds(each, hard)) {
                constraints.add(ActiveConstraint.of(each, selector, pod.labels()));
            }
        }
        return constraints;
    }

    private static boolean holds(SpreadConstraint constraint, boolean hard) {
        return constraint
                .whenUnsatisfiable()
                .equals(hard ? SpreadConstraint.DO_NOT_SCHEDULE : SpreadConstraint.SCHEDULE_ANYWAY);
    }

    @Override
    public RejectionDetails explainNode(PodCycle cycle, Reject why, NodeView node) {
        return new SpreadExplanation(cycle.nodes())
                .of(rules(cycle.pod(), constraints(cycle.pod(), true)), node);
    }

    @Override
    public void eventsToRegister(QueueingHints hints) {
        hints.on(
                ClusterEvent.ASSIGNED_POD,
                ClusterEvent.ADD | ClusterEvent.UPDATE_POD_LABEL | ClusterEvent.DELETE,
                new PodHint());
        hints.on(
                ClusterEvent.TARGET_POD,
                ClusterEvent.UPDATE_POD_LABEL | ClusterEvent.UPDATE_POD_TOLERATION,
                this::podHelps);
        hints.on(
                ClusterEvent.NODE,
                ClusterEvent.ADD
                        | ClusterEvent.DELETE
                        | ClusterEvent.UPDATE_NODE_LABEL
                        | ClusterEvent.UPDATE_NODE_TAINT,
                this::nodeHelps);
    }

    /// The hint for assigned pods. An added pod helps only if a constraint counts it.
    private final class PodHint implements QueueingHints.QueueingHint {
        @Override
        public boolean shouldQueue(Pod unschedulable, ObjectChange change) {
            return podHelps(unschedulable, change);
        }

        /// The default constraints depend on the owners of the pod, and on services.
        @Override
        public boolean sharedByPodShape(Pod unschedulable) {
            return !unschedulable.template().parts().spread().isEmpty();
        }

        @Override
        public Optional<Set<QueueingHints.NeededLabel>> labelsOfAdded(Pod unschedulable) {
            if (!sharedByPodShape(unschedulable)) {
                return Optional.empty();
            }
            var needed = new HashSet<QueueingHints.NeededLabel>();
            try {
                for (ActiveConstraint constraint : constraints(unschedulable, true)) {
                    Optional<Set<QueueingHints.NeededLabel>> labels =
                            SelectorLabels.needed(constraint.selector());
                    if (labels.isEmpty()) {
                        return Optional.empty();
                    }
                    needed.addAll(labels.get());
                }
            } catch (SelectorException invalid) {
                return Optional.empty();
            }
            return Optional.of(needed);
        }
    }

    private boolean podHelps(Pod unschedulable, ObjectChange change) {
        Optional<Pod> before = change.before().map(Pod.class::cast);
        Optional<Pod> after = change.after().map(Pod.class::cast);
        if (before.isPresent() && !involved(unschedulable, before.get())
                || after.isPresent() && !involved(unschedulable, after.get())) {
            return false;
        }
        List<ActiveConstraint> constraints = constraints(unschedulable, true);
        if (before.isEmpty() || after.isEmpty()) {
            Pod pod = after.or(() -> before).orElseThrow();
            return constraints.stream()
                    .anyMatch(constraint -> constraint.selector().matches(pod.labels()));
        }
        if (after.get().uid().equals(unschedulable.uid())
                && !before.get()
                        .template()
                        .tolerations()
                        .equals(after.get().template().tolerations())
                && constraints.stream().anyMatch(ActiveConstraint::honorTaints)) {
            return true;
        }
        return constraints.stream()
                .anyMatch(constraint ->
                        constraint.selector().matches(before.get().labels())
                                != constraint.selector().matches(after.get().labels()));
    }

    private static boolean involved(Pod unschedulable, Pod pod) {
        return pod.uid().equals(unschedulable.uid())
                || pod.placedOrNominated() && pod.namespace().equals(unschedulable.namespace());
    }

    private boolean nodeHelps(Pod unschedulable, ObjectChange change) {
        List<ActiveConstraint> constraints = constraints(unschedulable, true);
        Optional<Node> before = change.before().map(Node.class::cast);
        Optional<Node> after = change.after().map(Node.class::cast);
        boolean matched = before.isPresent() && carriesAll(before.get(), constraints);
        boolean matches = after.isPresent() && carriesAll(after.get(), constraints);
        if (before.isEmpty() || after.isEmpty()) {
            return matched || matches;
        }
        return matched != matches
                || matches
                        && (!before.get().taints().equals(after.get().taints())
                                || constraints.stream()
                                        .map(ActiveConstraint::topologyKey)
                                        .anyMatch(key ->
                                                !before.get()
                                                        .labels()
                                                        .get(key)
                                                        .equals(after.get().labels().get(key))));
    }

    private static boolean carriesAll(Node node, List<ActiveConstraint> constraints) {
        return constraints.stream()
                .allMatch(constraint -> node.labels().has(constraint.topologyKey()));
    }

    /// Creates the plugin from its arguments.
    public static final class Provider implements PluginProvider<SpreadArgs> {
        @Override
        public String name() {
            return "PodTopologySpread";
        }

        @Override
        public SpreadArgs defaults() {
            return SpreadArgs.DEFAULT;
        }

        @Override
        public void check(SpreadArgs args, Gates on, Problems out) {
            args.check(out);
        }

        @Override
        public Plugin create(SpreadArgs args, PluginContext context) {
            return new PodTopologySpread(args, context);
        }
    }
}
