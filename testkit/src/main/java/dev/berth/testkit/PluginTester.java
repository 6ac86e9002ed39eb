package dev.berth.testkit;

import dev.berth.engine.state.ClusterState;
import dev.berth.model.KubeObject;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.Diagnosis;
import dev.berth.spi.EnqueueExtensions;
import dev.berth.spi.Filter;
import dev.berth.spi.MutableNodeSet;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeSet;
import dev.berth.spi.Nodes;
import dev.berth.spi.ObjectChange;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginProvider;
import dev.berth.spi.PodChange;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PostFilter;
import dev.berth.spi.PostFilterVerdict;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.PreScoreResult;
import dev.berth.spi.QueueingHints;
import dev.berth.spi.Reject;
import dev.berth.spi.RejectCode;
import dev.berth.spi.RejectionDetails;
import dev.berth.spi.RejectionExplainer;
import dev.berth.spi.Rejections;
import dev.berth.spi.Score;
import dev.berth.spi.Scores;
import dev.berth.spi.StateObserver;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/// Tests one plugin without a scheduler.
///
/// The tester evaluates every node with both the single-node methods and the bulk methods of the
/// plugin, and fails if the results differ.
///
/// ```java
/// PluginTester.of(new NodeCost(args))
///         .nodes(node("cheap").label("cents", 20), node("dear").label("cents", 250))
///         .schedule(pod("web"))
///         .rejects("dear", "node(s) cost more than the cap")
///         .scores("cheap", 0);
/// ```
public final class PluginTester {
    private final ClusterState state = new ClusterState();
    private final TestContext context = new TestContext(state);
    private final Plugin plugin;

    private PluginTester(BiFunction<PluginTester, TestContext, Plugin> maker) {
        plugin = maker.apply(this, context);
        if (plugin instanceof StateObserver observer) {
            state.observe(observer, change -> observed(observer, change));
        }
    }

    private static boolean observed(StateObserver observer, Consumer<StateObserver> change) {
        try {
            change.accept(observer);
            return true;
        } catch (RuntimeException problem) {
            throw new AssertionError(
                    "the plugin threw an exception in a method of StateObserver", problem);
        }
    }

    public static PluginTester of(Plugin plugin) {
        return new PluginTester((tester, context) -> plugin);
    }

    /// Tests the plugin that the provider creates from its default arguments.
    public static <C extends Record> PluginTester of(PluginProvider<C> provider) {
        return of(provider, provider.defaults());
    }

    /// As [#of(PluginProvider)], with these feature gates enabled.
    public static <C extends Record> PluginTester of(PluginProvider<C> provider, String... gates) {
        return new PluginTester((tester, context) -> {
            for (String gate : gates) {
                context.gate(gate);
            }
            return provider.create(provider.defaults(context.gates()), context);
        });
    }

    public static <C extends Record> PluginTester of(PluginProvider<C> provider, C args) {
        return new PluginTester((tester, context) -> provider.create(args, context));
    }

    public PluginTester nodes(NodeBuilder... nodes) {
        return nodes(List.of(nodes));
    }

    public PluginTester nodes(List<NodeBuilder> nodes) {
        nodes.forEach(node -> state.put(node.build()));
        return this;
    }

    /// Adds pods that run on the nodes in their `spec.nodeName`.
    public PluginTester running(PodBuilder... pods) {
        for (PodBuilder pod : pods) {
            state.place(pod.build());
        }
        return this;
    }

    /// Removes objects of any kind.
    public PluginTester removed(KubeObject... objects) {
        for (KubeObject object : objects) {
            switch (object) {
                case Node node -> state.removeNode(node.name());
                case Pod pod -> state.removePod(pod.uid());
                default ->
                        state.removeObject(object.kind(), object.meta().key(), object.meta().uid());
            }
        }
        return this;
    }

    /// Adds objects of any kind. Pods must have a node.
    public PluginTester objects(KubeObject... objects) {
        for (KubeObject object : objects) {
            switch (object) {
                case Node node -> state.put(node);
                case Pod pod -> state.place(pod);
                default -> state.put(object);
            }
        }
        return this;
    }

    /// Removes the pods with these names and namespaces.
    public PluginTester removed(PodBuilder... pods) {
        for (PodBuilder pod : pods) {
            state.removePod(pod.build().uid());
        }
        return this;
    }

    /// A step of a what-if: a pod is added to its node, or removed from it.
    public record Step(PodBuilder pod, boolean added) {
        public static Step comes(PodBuilder pod) {
            return new Step(pod, true);
        }

        public static Step goes(PodBuilder pod) {
            return new Step(pod, false);
        }
    }

    /// Evaluates all nodes for `pod` with the plugin's filter after these steps. The steps change
    /// neither the cluster nor the requested resources of the nodes.
    public Result whatIf(PodBuilder pod, Step... steps) {
        var cycle = new TestCycle(pod.build(), state.nodes());
        if (!(plugin instanceof Filter filter)
                || !(filter.filterFor(cycle) instanceof PreFilterResult.Run(NodeFilter test))) {
            throw new AssertionError(
                    "PreFilter of the plugin does not return a filter for all nodes for this pod");
        }
        NodeFilter after = test;
        for (Step step : steps) {
            Pod moved = step.pod().build();
            int row = state.nodes().row(moved.spec().nodeName()).orElseThrow();
            after = after.after(new PodChange(moved, state.nodes().view(row), step.added()));
        }
        var rejections = new TreeMap<String, Reject>();
        evaluate(after, state.nodes().all().copy(), rejections);
        return new Result(rejections, new TreeMap<>(), Optional.empty(), false, true);
    }

    /// Runs the plugin for `pod` on every node.
    public Result schedule(PodBuilder pod) {
        return schedule(pod.build());
    }

    public Result schedule(Pod pod) {
        return schedule(pod, false);
    }

    /// As [#schedule], with `preFilter` and `preScore` of the plugin disabled.
    public Result scheduleWithoutPrePoints(PodBuilder pod) {
        return schedule(pod.build(), true);
    }

    /// How the plugin explains that it rejects `pod` on this node.
    public RejectionDetails explain(PodBuilder pod, String node) {
        var cycle = new TestCycle(pod.build(), state.nodes());
        Reject why = schedule(cycle, false).rejections.get(node);
        if (why == null && excludes(cycle, node)) {
            why = Reject.unresolvable("node(s) didn't satisfy plugin(s)");
        }
        if (why == null || !(plugin instanceof RejectionExplainer explainer)) {
            throw new AssertionError(
                    "the plugin does not reject the pod on node %s, or explains no rejections"
                            .formatted(node));
        }
        Nodes nodes = state.nodes();
        return explainer.explainNode(cycle, why, nodes.view(nodes.row(node).orElseThrow()));
    }

    /// Whether PreFilter restricts the pod to other nodes.
    private boolean excludes(TestCycle cycle, String node) {
        return plugin instanceof Filter filter
                && filter.filterFor(cycle) instanceof PreFilterResult.RunOn(var test, var names)
                && !names.contains(node);
    }

    private Result schedule(Pod pod, boolean alone) {
        return schedule(new TestCycle(pod, state.nodes()), alone);
    }

    private Result schedule(TestCycle cycle, boolean alone) {
        var rejections = new TreeMap<String, Reject>();
        MutableNodeSet feasible = state.nodes().all().copy();
        Optional<Reject> rejection = Optional.empty();
        boolean filterSkipped = true;
        if (plugin instanceof Filter filter) {
            switch (alone ? filter.filterWithoutPreFilter(cycle) : filter.filterFor(cycle)) {
                case PreFilterResult.Skip skip -> {}
                case PreFilterResult.RejectPod rejected -> rejection = Optional.of(rejected.why());
                case PreFilterResult.Run(NodeFilter test) -> {
                    filterSkipped = false;
                    evaluate(test, feasible, rejections);
                }
                case PreFilterResult.RunOn(NodeFilter test, var names) -> {
                    filterSkipped = false;
                    Nodes nodes = state.nodes();
                    for (int row = feasible.next(0); row >= 0; row = feasible.next(row + 1)) {
                        if (!names.contains(nodes.view(row).name())) {
                            feasible.remove(row);
                        }
                    }
                    evaluate(test, feasible, rejections);
                }
            }
        }
        var scores = new TreeMap<String, Long>();
        boolean scoreSkipped = true;
        if (plugin instanceof Score score
                && rejection.isEmpty()
                && scoring(score, cycle, feasible, alone)
                        instanceof PreScoreResult.Run(NodeScorer scorer)) {
            scoreSkipped = false;
            score(scorer, feasible, scores);
        }
        return new Result(rejections, scores, rejection, filterSkipped, scoreSkipped);
    }

    /// Runs the plugin's PostFilter for a pod without a feasible node.
    ///
    /// @param preFiltered whether the plugin's PreFilter runs first; it does not if another plugin
    ///   rejects the pod before
    public PostFilterVerdict postFilter(PodBuilder pod, boolean preFiltered) {
        var cycle = new TestCycle(pod.build(), state.nodes());
        if (preFiltered && plugin instanceof Filter filter) {
            var _ = filter.filterFor(cycle);
        }
        return ((PostFilter) plugin).postFilter(cycle, new NothingKnown());
    }

    /// A diagnosis for plugins that do not read it.
    private record NothingKnown() implements Diagnosis {
        @Override
        public List<Group> groups() {
            return List.of();
        }

        @Override
        public Reject others() {
            return Reject.unresolvable();
        }

        @Override
        public Optional<Reject> podRejection() {
            return Optional.empty();
        }

        @Override
        public NavigableSet<String> plugins() {
            return Collections.emptyNavigableSet();
        }
    }

    private static PreScoreResult scoring(
            Score score, PodCycle cycle, NodeSet feasible, boolean alone) {
        return alone
                ? score.scorerWithoutPreScore(cycle, feasible)
                : score.scorerFor(cycle, feasible);
    }

    private void evaluate(
            NodeFilter filter, MutableNodeSet feasible, Map<String, Reject> rejections) {
        Nodes nodes = state.nodes();
        var bulk = new TreeMap<String, Reject>();
        Optional<RuntimeException> inBulk =
                failure(() -> {
                    var out = new Rejections();
                    filter.testAll(nodes, feasible.copy(), out);
                    for (Rejections.Entry entry : out.entries()) {
                        NodeSet rows = entry.rows();
                        for (int row = rows.next(0); row >= 0; row = rows.next(row + 1)) {
                            bulk.put(nodes.view(row).name(), entry.why());
                        }
                    }
                });
        Optional<RuntimeException> oneByOne =
                failure(() -> {
                    for (int row = feasible.next(0); row >= 0; row = feasible.next(row + 1)) {
                        if (filter.test(nodes.view(row)) instanceof Reject reject) {
                            rejections.put(nodes.view(row).name(), reject);
                            feasible.remove(row);
                        }
                    }
                });
        if (inBulk.isPresent() != oneByOne.isPresent()) {
            throw new AssertionError(
                    "test and testAll differ: only one of them threw an exception",
                    inBulk.or(() -> oneByOne).orElseThrow());
        }
        if (oneByOne.isPresent()) {
            throw oneByOne.get();
        }
        NodeSet passing = filter.passingWithAnyPods(nodes, nodes.all());
        for (String rejected : rejections.keySet()) {
            if (passing.contains(nodes.row(rejected).orElseThrow())) {
                throw new AssertionError(
                        "test rejects node %s, which passingWithAnyPods contains"
                                .formatted(rejected));
            }
        }
        if (!bulk.equals(rejections)) {
            throw new AssertionError(
                    "test and testAll differ: one by one %s, in bulk %s"
                            .formatted(rejections, bulk));
        }
    }

    private static Optional<RuntimeException> failure(Runnable work) {
        try {
            work.run();
            return Optional.empty();
        } catch (RuntimeException problem) {
            return Optional.of(problem);
        }
    }

    private void score(NodeScorer scorer, NodeSet feasible, Map<String, Long> scores) {
        Nodes nodes = state.nodes();
        var inBulk = new Scores(nodes.rows());
        scorer.scoreAll(nodes, feasible, inBulk);
        for (int row = feasible.next(0); row >= 0; row = feasible.next(row + 1)) {
            long one = scorer.score(nodes.view(row));
            if (one != inBulk.get(row)) {
                throw new AssertionError(
                        "score and scoreAll differ on node %s: one by one %d, in bulk %d"
                                .formatted(nodes.view(row).name(), one, inBulk.get(row)));
            }
        }
        scorer.normalizeScore().apply(feasible, inBulk);
        for (int row = feasible.next(0); row >= 0; row = feasible.next(row + 1)) {
            scores.put(nodes.view(row).name(), inBulk.get(row));
        }
    }

    /// Whether the event requeues `unschedulable` after the plugin has rejected it.
    public boolean requeues(PodBuilder unschedulable, ClusterEvent event, ObjectChange change) {
        if (!(plugin instanceof EnqueueExtensions requeue)) {
            return true;
        }
        var requeued = new AtomicBoolean();
        Pod pod = unschedulable.build();
        requeue.eventsToRegister(
                new QueueingHints() {
                    @Override
                    public void on(String resource, int actions, QueueingHint hint) {
                        if (ClusterEvent.of(resource, actions).matches(event)
                                && hint.shouldQueue(pod, change)) {
                            requeued.set(true);
                        }
                    }
                });
        return requeued.get();
    }

    /// The context of the plugin, which records the plugin's writes, events and requests.
    public TestContext context() {
        return context;
    }

    /// The results of a plugin. The methods assert them and can be chained.
    public static final class Result {
        private final Map<String, Reject> rejections;
        private final Map<String, Long> scores;
        private final Optional<Reject> podRejection;
        private final boolean filterSkipped;
        private final boolean scoreSkipped;

        private Result(
                Map<String, Reject> rejections,
                Map<String, Long> scores,
                Optional<Reject> rejection,
                boolean filterSkipped,
                boolean scoreSkipped) {
            this.rejections = rejections;
            this.scores = scores;
            this.podRejection = rejection;
            this.filterSkipped = filterSkipped;
            this.scoreSkipped = scoreSkipped;
        }

        public Result passes(String... nodes) {
            for (String node : nodes) {
                require(
                        !rejections.containsKey(node),
                        node + " was rejected: " + rejections.get(node));
            }
            return this;
        }

        public Result rejects(String node, String... reasons) {
            Reject reject = rejections.get(node);
            require(
                    reject != null,
                    node + " passed the filter; the rejected nodes are " + rejections);
            require(
                    reject != null && reject.reasons().equals(List.of(reasons)),
                    "%s was rejected for %s, not for %s".formatted(node, reject, List.of(reasons)));
            return this;
        }

        /// Asserts that the node is rejected and that preemption cannot help.
        public Result rejectsUnresolvable(String node, String... reasons) {
            rejects(node, reasons);
            Reject reject = rejections.get(node);
            require(
                    reject != null && reject.code() == RejectCode.UNSCHEDULABLE_AND_UNRESOLVABLE,
                    node + " was not rejected as UNSCHEDULABLE_AND_UNRESOLVABLE: " + reject);
            return this;
        }

        /// Asserts that the node is rejected and that preemption can help.
        public Result rejectsUnschedulable(String node) {
            Reject reject = rejections.get(node);
            require(
                    reject != null && reject.code() == RejectCode.UNSCHEDULABLE,
                    node + " was not rejected as UNSCHEDULABLE: " + reject);
            return this;
        }

        public Result scores(String node, long score) {
            Long got = scores.get(node);
            require(
                    got != null && got == score,
                    "%s scored %s, not %d; all scores: %s".formatted(node, got, score, scores));
            return this;
        }

        public Result rejectsPod(String... reasons) {
            require(
                    podRejection.isPresent()
                            && podRejection.get().reasons().equals(List.of(reasons)),
                    "the rejection of the pod was " + podRejection + ", not " + List.of(reasons));
            return this;
        }

        public Result skipsFilter() {
            require(filterSkipped && podRejection.isEmpty(), "PreFilter did not return Skip");
            return this;
        }

        public Result skipsScore() {
            require(scoreSkipped, "PreScore did not return Skip");
            return this;
        }

        private static void require(boolean holds, String otherwise) {
            if (!holds) {
                throw new AssertionError(otherwise);
            }
        }
    }
}
