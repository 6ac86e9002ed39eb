package dev.berth.testkit;

import dev.berth.engine.state.ClusterState;
import dev.berth.model.KubeObject;
import dev.berth.model.Meta;
import dev.berth.model.Namespace;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.EnqueueExtensions;
import dev.berth.spi.Filter;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.Nodes;
import dev.berth.spi.ObjectChange;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PluginProvider;
import dev.berth.spi.PodChange;
import dev.berth.spi.PostFilter;
import dev.berth.spi.PostFilterVerdict;
import dev.berth.spi.PreEnqueue;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.QueueEntry;
import dev.berth.spi.Reject;
import dev.berth.spi.RejectionDetails;
import dev.berth.spi.RejectionExplainer;
import dev.berth.spi.StateObserver;
import dev.berth.spi.Verdict;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

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
///
/// | Extension point | Call |
/// |---|---|
/// | PreEnqueue | [#preEnqueue] |
/// | QueueSort | [#queueOrder(PodBuilder...)] |
/// | PreFilter, Filter, PreScore, Score | [#schedule(PodBuilder)] |
/// | PostFilter | [#postFilter(PodBuilder)] |
/// | Reserve, Permit, PreBind, Bind, PostBind, Unreserve | [#place] |
/// | EnqueueExtensions | [#unschedulable], [#registers] |
/// | StateObserver | [#nodes(NodeBuilder...)], [#running], [#objects(String)], [#rebuildIndex] |
///
/// [#verifyAllPointsExercised] asserts that a test has run everything that the plugin implements.
public final class PluginTester {
    /// More than the time between two attempts to rebuild an observer.
    private static final Duration REPAIR_INTERVAL = Duration.ofSeconds(2);

    private final ClusterState state = new ClusterState();
    private final TestContext context = new TestContext(state);
    private final Plugin plugin;
    private final PluginCalls calls;
    private final NodeEvaluation evaluation;
    private boolean rebuild;

    private PluginTester(Optional<String> name, Function<TestContext, Plugin> maker) {
        plugin = maker.apply(context);
        calls = new PluginCalls(plugin, name.orElseGet(() -> PluginCalls.nameOf(plugin)));
        evaluation = new NodeEvaluation(calls, state.nodes());
        name.ifPresent(context.waiting()::belongTo);
        context.use(plugin);
        if (plugin instanceof StateObserver observer) {
            state.observe(observer, change -> observed(observer, change));
        }
        context.settle();
    }

    private boolean observed(StateObserver observer, Consumer<StateObserver> change) {
        if (rebuild) {
            rebuild = false;
            return false;
        }
        try {
            calls.exercised(TestedPoint.STATE_OBSERVER);
            change.accept(observer);
            return true;
        } catch (RuntimeException problem) {
            throw new AssertionError(
                    "the plugin threw an exception in a method of StateObserver", problem);
        }
    }

    /// Tests a plugin that uses no context.
    public static PluginTester of(Plugin plugin) {
        return new PluginTester(Optional.empty(), context -> plugin);
    }

    /// Tests the plugin that the provider creates from its default arguments.
    public static <C extends Record> PluginTester of(PluginProvider<C> provider) {
        return of(provider, provider.defaults());
    }

    /// As [#of(PluginProvider)], with these feature gates enabled.
    public static <C extends Record> PluginTester of(PluginProvider<C> provider, String... gates) {
        return new PluginTester(
                Optional.of(provider.name()),
                context -> {
                    for (String gate : gates) {
                        context.gate(gate);
                    }
                    return provider.create(provider.defaults(context.gates()), context);
                });
    }

    public static <C extends Record> PluginTester of(PluginProvider<C> provider, C args) {
        return new PluginTester(
                Optional.of(provider.name()), context -> provider.create(args, context));
    }

    /// Records the extension points that this tester runs in `points` too, for a test class with
    /// several testers.
    public PluginTester recordIn(ExercisedPoints points) {
        calls.recordIn(points);
        return this;
    }

    /// Asserts that this tester has run everything that the plugin implements. See
    /// [ExercisedPoints] for a test class with several testers.
    public void verifyAllPointsExercised() {
        calls.verifyAllPointsExercised();
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

    /// Adds pending pods, which [PluginContext#pod] finds. A pod with a nominated node is nominated
    /// to it.
    public PluginTester pending(PodBuilder... pods) {
        for (PodBuilder builder : pods) {
            Pod pod = builder.build();
            state.addOrUpdatePod(pod);
            state.nominate(pod.uid(), pod.status().nominatedNodeName());
        }
        return this;
    }

    /// Adds or updates objects of any kind. Pods must have a node.
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

    /// Adds or updates the objects in YAML or JSON, including custom resources of the kinds in
    /// [Plugin#reads]. Pods must have a node.
    public PluginTester objects(String manifests) {
        return objects(parse(manifests).toArray(KubeObject[]::new));
    }

    /// One object in YAML or JSON, as [#objects(String)] reads it. Use it for the changes that
    /// [#unschedulable] tests.
    public KubeObject object(String manifest) {
        List<KubeObject> objects = parse(manifest);
        if (objects.size() != 1) {
            throw new IllegalArgumentException(
                    "one object expected, found %d".formatted(objects.size()));
        }
        return objects.getFirst();
    }

    private List<KubeObject> parse(String manifests) {
        return new ManifestObjects(plugin.reads()).parse(manifests);
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

    /// Removes the pods with these names and namespaces.
    public PluginTester removed(PodBuilder... pods) {
        for (PodBuilder pod : pods) {
            state.removePod(pod.build().uid());
        }
        return this;
    }

    /// Clears the index of a state observer (`forgetAll`) and passes the whole state to it again,
    /// as the scheduler does after the observer has failed. The results of the plugin must not
    /// change.
    public PluginTester rebuildIndex() {
        calls.as(StateObserver.class, TestedPoint.FORGET_ALL);
        rebuild = true;
        var probe = new Namespace(Meta.named("", "rebuild-index", "rebuild-index"));
        state.put(probe);
        rebuild = false;
        state.removeObject(probe.kind(), probe.key(), probe.meta().uid());
        context.advance(REPAIR_INTERVAL);
        state.repairObservers(context.nowNanos());
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
    public PluginResults whatIf(PodBuilder pod, Step... steps) {
        var cycle = new TestCycle(pod.build(), state.nodes());
        Filter filter = calls.as(Filter.class, TestedPoint.FILTER);
        if (!(filter.filterFor(cycle) instanceof PreFilterResult.Run(NodeFilter test))) {
            throw calls.failure(
                    "PreFilter of the plugin does not return a filter for all nodes for this pod");
        }
        NodeFilter after = test;
        for (Step step : steps) {
            Pod moved = step.pod().build();
            int row = state.nodes().row(moved.spec().nodeName()).orElseThrow();
            after = after.after(new PodChange(moved, state.nodes().view(row), step.added()));
        }
        return evaluation.evaluateAll(after);
    }

    /// Runs the plugin for `pod` on every node.
    public PluginResults schedule(PodBuilder pod) {
        return schedule(pod.build());
    }

    public PluginResults schedule(Pod pod) {
        return evaluation.schedule(new TestCycle(pod, state.nodes()), false);
    }

    /// As [#schedule], with `preFilter` and `preScore` of the plugin disabled.
    public PluginResults scheduleWithoutPrePoints(PodBuilder pod) {
        return evaluation.schedule(new TestCycle(pod.build(), state.nodes()), true);
    }

    /// How the plugin explains that it rejects `pod` on this node.
    public RejectionDetails explain(PodBuilder pod, String node) {
        var cycle = new TestCycle(pod.build(), state.nodes());
        Reject why = evaluation.schedule(cycle, false).rejections().get(node);
        if (why == null && excludes(cycle, node)) {
            why = Reject.unresolvable("node(s) didn't satisfy plugin(s)");
        }
        if (why == null || !(plugin instanceof RejectionExplainer explainer)) {
            throw new AssertionError(
                    "the plugin does not reject the pod on node %s, or explains no rejections"
                            .formatted(node));
        }
        calls.exercised(TestedPoint.REJECTION_EXPLAINER);
        Nodes nodes = state.nodes();
        return explainer.explainNode(cycle, why, nodes.view(nodes.row(node).orElseThrow()));
    }

    /// Whether PreFilter restricts the pod to other nodes.
    private boolean excludes(TestCycle cycle, String node) {
        return plugin instanceof Filter filter
                && filter.filterFor(cycle) instanceof PreFilterResult.RunOn(var test, var names)
                && !names.contains(node);
    }

    /// Runs PreEnqueue for a pod that would enter the active queue.
    public VerdictResults preEnqueue(PodBuilder builder) {
        Pod pod = builder.build();
        PreEnqueue point = calls.as(PreEnqueue.class, TestedPoint.PRE_ENQUEUE);
        state.addOrUpdatePod(pod);
        Verdict verdict =
                calls.call(
                        TestedPoint.PRE_ENQUEUE,
                        pod,
                        "Verdict.PASS or a Reject",
                        () -> point.preEnqueue(pod));
        context.settle();
        return new VerdictResults(calls, pod.key(), verdict);
    }

    /// The names of the pods in the order of QueueSort. The pods arrive in the given order, one
    /// second apart.
    public List<String> queueOrder(PodBuilder... pods) {
        QueueEntry[] entries = new QueueEntry[pods.length];
        for (int i = 0; i < pods.length; i++) {
            entries[i] = entry(pods[i], Duration.ofSeconds(i), 0);
        }
        return queueOrder(entries);
    }

    /// As [#queueOrder(PodBuilder...)], for entries with their own times and attempts. Fails if the
    /// comparisons contradict each other.
    public List<String> queueOrder(QueueEntry... entries) {
        return new QueueOrder(calls).of(List.of(entries));
    }

    /// An entry of the active queue.
    ///
    /// @param queued when the pod entered the queue, after the start of the clock
    /// @param attempts the number of earlier attempts
    public static QueueEntry entry(PodBuilder pod, Duration queued, int attempts) {
        return new QueueOrder.Entry(pod.build(), queued.toNanos(), attempts);
    }

    /// Begins an attempt that has selected this node for the pod. The filter of the plugin must
    /// accept the node. See [PlacementTester] for the steps.
    public PlacementTester place(PodBuilder builder, String node) {
        Pod pod = builder.build();
        state.nodes()
                .row(node)
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "there is no node %s; add it with nodes(...)".formatted(node)));
        state.addOrUpdatePod(pod);
        var cycle = new TestCycle(pod, state.nodes(), false);
        PluginResults results = evaluation.schedule(cycle, false);
        calls.require(
                results.podRejection().isEmpty(),
                "PreFilter rejects %s: %s".formatted(pod.key(), results.podRejection()));
        results.passes(node);
        Pod placed = pod.on(node);
        state.assume(placed);
        return new PlacementTester(calls, context, state, cycle, placed);
    }

    /// Runs PostFilter for a pod without a feasible node, after the plugin's own PreFilter and
    /// Filter. What-ifs of the plugin run its filter, and check the resources of the node.
    public PostFilterResults postFilter(PodBuilder pod) {
        return new PostFilterResults(calls, postFilter(pod.build(), false));
    }

    /// As [#postFilter(PodBuilder)], in a dry run. Fails if the plugin has a side effect: a write,
    /// an event, an activation, or a decision about a waiting pod.
    public PostFilterResults postFilterInDryRun(PodBuilder pod) {
        String before = context.effects();
        PostFilterVerdict verdict = postFilter(pod.build(), true);
        context.settle();
        calls.require(
                context.effects().equals(before),
                "PostFilter of %s has side effects in a dry run: %s"
                        .formatted(calls.name(), context.effects()));
        return new PostFilterResults(calls, verdict);
    }

    private PostFilterVerdict postFilter(Pod pod, boolean dryRun) {
        PostFilter point = calls.as(PostFilter.class, TestedPoint.POST_FILTER);
        if (state.pod(pod.uid()).isEmpty()) {
            state.addOrUpdatePod(pod);
        }
        var cycle = new TestCycle(pod, state.nodes(), dryRun);
        PluginResults results = evaluation.schedule(cycle, false);
        PostFilterVerdict verdict =
                calls.call(
                        TestedPoint.POST_FILTER,
                        pod,
                        "a PostFilterVerdict",
                        () ->
                                point.postFilter(
                                        cycle,
                                        TestDiagnosis.of(calls.name(), results, state.nodes())));
        context.settle();
        return verdict;
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
        return calls.as(PostFilter.class, TestedPoint.POST_FILTER)
                .postFilter(cycle, TestDiagnosis.NONE);
    }

    /// Tests which changes requeue this pod after the plugin has rejected it.
    public RequeueTester unschedulable(PodBuilder pod) {
        return new RequeueTester(calls, pod.build());
    }

    /// The events that the plugin registers, in order. Fails if the scheduler cannot watch them.
    public List<ClusterEvent> registeredEvents() {
        return RequeueTester.registrations(calls).stream()
                .map(RequeueTester.Registration::event)
                .toList();
    }

    /// Asserts that the plugin registers these actions for the resource, perhaps with others. Both
    /// are constants of [ClusterEvent].
    public PluginTester registers(String resource, int actions) {
        List<ClusterEvent> registered = registeredEvents();
        ClusterEvent wanted = ClusterEvent.of(resource, actions);
        calls.require(
                registered.stream().anyMatch(each -> each.matches(wanted)),
                "%s does not register %s; it registers %s"
                        .formatted(calls.name(), wanted, registered));
        return this;
    }

    /// Whether the event requeues `unschedulable` after the plugin has rejected it. See
    /// [#unschedulable] for a test that derives the event from the change.
    public boolean requeues(PodBuilder unschedulable, ClusterEvent event, ObjectChange change) {
        if (!(plugin instanceof EnqueueExtensions)) {
            return true;
        }
        Pod pod = unschedulable.build();
        return RequeueTester.registrations(calls).stream()
                .filter(each -> each.event().matches(event))
                .anyMatch(each -> each.hint().shouldQueue(pod, change));
    }

    /// Advances the clock of the context. The work that the plugin has passed to `runLater` runs at
    /// its time.
    public PluginTester advance(Duration time) {
        context.advance(time);
        return this;
    }

    /// The context of the plugin, which records the plugin's writes, events and requests.
    public TestContext context() {
        return context;
    }

    /// The key of a pod from `namespace/name`, or from the name of a pod in the namespace
    /// `default`.
    static String keyOf(String pod) {
        return pod.contains("/") ? pod : "default/" + pod;
    }
}
