package dev.berth.testkit;

import dev.berth.engine.cycle.NodeOverlay;
import dev.berth.engine.state.ClusterState;
import dev.berth.engine.state.PodEntry;
import dev.berth.model.Pod;
import dev.berth.spi.AffinityTermGroups;
import dev.berth.spi.AffinityTermReader;
import dev.berth.spi.EventRecord;
import dev.berth.spi.Filter;
import dev.berth.spi.Gates;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeResultCache;
import dev.berth.spi.NodeView;
import dev.berth.spi.NodeWhatIf;
import dev.berth.spi.ObjectLister;
import dev.berth.spi.ObjectLookup;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PodMatcher;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.Reject;
import dev.berth.spi.SelectorGroup;
import dev.berth.spi.StateKey;
import dev.berth.spi.Verdict;
import dev.berth.spi.WaitingPods;
import dev.berth.spi.Write;
import dev.berth.spi.WriteOutcome;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// The context of a plugin under test. It records what the plugin requests; by default, every write
/// succeeds.
public final class TestContext implements PluginContext {
    private final ClusterState state;
    private final Map<StateKey<?>, Object> shared = new HashMap<>();
    private final Set<String> gatesOn = new HashSet<>();
    private final List<Write> writes = new ArrayList<>();
    private final List<EventRecord> events = new ArrayList<>();
    private final List<String> activated = new ArrayList<>();
    private final TestTimers timers = new TestTimers();
    private final TestWaitingPods waiting = new TestWaitingPods(timers);
    private final RandomGenerator random = new SplittableRandom(1);
    private WriteOutcome answer = WriteOutcome.DONE;
    private @Nullable Plugin plugin;

    /// A context with an empty cluster, for tests without a [PluginTester].
    public TestContext() {
        this(new ClusterState());
    }

    TestContext(ClusterState state) {
        this.state = state;
    }

    public TestContext gate(String gate) {
        gatesOn.add(gate);
        return this;
    }

    /// Sets the outcome of later writes.
    public TestContext answer(WriteOutcome answer) {
        this.answer = answer;
        return this;
    }

    public List<Write> writes() {
        return writes;
    }

    public List<EventRecord> events() {
        return events;
    }

    public List<String> activated() {
        return activated;
    }

    /// The outcome of the next write.
    WriteOutcome outcome() {
        return answer;
    }

    /// The UIDs of the pods that the plugin allowed.
    public List<String> allowed() {
        return waiting.allowedPods();
    }

    /// The UIDs of the pods that the plugin rejected.
    public List<String> rejected() {
        return waiting.rejectedPods();
    }

    /// Adds a pod that waits on Permit until the plugin preempts it.
    public TestContext waiting(String uid) {
        waiting.addPreemptible(uid);
        return this;
    }

    /// The UIDs of the pods that the plugin preempted.
    public List<String> preempted() {
        return waiting.preemptedPods();
    }

    /// Advances the clock, and runs the work that the plugin has passed to `runLater` at its time.
    public TestContext advance(Duration time) {
        timers.advance(time);
        return this;
    }

    /// Runs the work that is due, and ends the waits that the plugin has decided. A [PluginTester]
    /// does this after each call of the plugin.
    public TestContext settle() {
        timers.runDue();
        return this;
    }

    TestWaitingPods waiting() {
        return waiting;
    }

    /// The plugin whose filter runs in what-ifs.
    void use(Plugin plugin) {
        this.plugin = plugin;
    }

    /// The side effects of the plugin so far, as text.
    String effects() {
        return "writes %s, events %s, activated pods %s, allowed pods %s, rejected pods %s, preempted pods %s"
                .formatted(writes, events, activated, allowed(), rejected(), preempted());
    }

    @Override
    public String profile() {
        return "default-scheduler";
    }

    @Override
    public Gates gates() {
        return gatesOn::contains;
    }

    @Override
    public long nowNanos() {
        return timers.nowNanos();
    }

    @Override
    public RandomGenerator random() {
        return random;
    }

    @Override
    public WaitingPods waitingPods() {
        return waiting;
    }

    @Override
    public void activate(Collection<String> podKeys) {
        activated.addAll(podKeys);
    }

    @Override
    public void runLater(Runnable work) {
        timers.later(work);
    }

    @Override
    public void runLater(Duration wait, Runnable work) {
        timers.later(wait, work);
    }

    @Override
    public Optional<Pod> pod(String uid) {
        return state.pod(uid).map(PodEntry::seen);
    }

    @Override
    public List<Pod> nominatedPods(String node) {
        return state.nominated(node);
    }

    @Override
    public ObjectLister objects() {
        return state.objects();
    }

    @Override
    public <T> T shared(StateKey<T> key, Supplier<T> create) {
        Object known = shared.get(key);
        if (known != null) {
            return key.cast(known);
        }
        T created = create.get();
        shared.put(key, created);
        return created;
    }

    @Override
    public SelectorGroup selectorGroup(PodMatcher matcher) {
        return state.groups().group(matcher, state);
    }

    @Override
    public AffinityTermGroups affinityTerms(AffinityTermReader source) {
        return state.terms(source);
    }

    /// Runs the filter of the plugin under test. Without a [PluginTester], every node passes.
    @Override
    public Verdict filter(PodCycle cycle, NodeView node) {
        return filterOf(cycle).test(node);
    }

    /// A what-if with the filter of the plugin under test, which also checks the resources of the
    /// node. Other filters pass.
    @Override
    public NodeWhatIf whatIf(PodCycle cycle, NodeView node) {
        return new TestWhatIf(
                state.nodes(),
                cycle.pod(),
                new NodeOverlay(state.nodes(), node.row()),
                filterOf(cycle));
    }

    private NodeFilter filterOf(PodCycle cycle) {
        if (!(plugin instanceof Filter filter)) {
            return node -> Verdict.PASS;
        }
        return switch (filter.filterFor(cycle)) {
            case PreFilterResult.Skip _ -> node -> Verdict.PASS;
            case PreFilterResult.RejectPod(Reject _, NodeFilter whatIf) -> whatIf;
            case PreFilterResult.Run(NodeFilter test) -> test;
            case PreFilterResult.RunOn(NodeFilter test, var _) -> test;
        };
    }

    /// A cache that stays empty.
    @Override
    public <T> NodeResultCache<T> resultCache(PodCycle cycle, StateKey<T> key, long stamp) {
        return new NodeResultCache<>() {
            @Override
            public Optional<T> get(NodeView node) {
                return Optional.empty();
            }

            @Override
            public void put(NodeView node, T found) {}
        };
    }

    @Override
    public boolean extendersSupportPreemption(Pod pod) {
        return false;
    }

    @Override
    public void event(EventRecord event) {
        events.add(event);
    }

    @Override
    public void submit(Write write, Consumer<WriteOutcome> then) {
        writes.add(write);
        then.accept(answer);
    }

    @Override
    public WriteOutcome write(Write write) {
        writes.add(write);
        return answer;
    }

    @Override
    public <T> T await(Function<ObjectLookup, Optional<T>> check, Duration atMost)
            throws TimeoutException {
        Optional<T> now = check.apply(state::find);
        if (now.isEmpty()) {
            timers.advance(atMost);
            throw new TimeoutException("timed out after " + atMost);
        }
        return now.get();
    }

    @Override
    public void pause(Duration time) {
        timers.advance(time);
    }
}
