package dev.berth.testkit;

import dev.berth.engine.state.ClusterState;
import dev.berth.engine.state.PodEntry;
import dev.berth.model.Pod;
import dev.berth.spi.AffinityTermGroups;
import dev.berth.spi.AffinityTermReader;
import dev.berth.spi.EventRecord;
import dev.berth.spi.Gates;
import dev.berth.spi.NodeResultCache;
import dev.berth.spi.NodeView;
import dev.berth.spi.NodeWhatIf;
import dev.berth.spi.ObjectLister;
import dev.berth.spi.ObjectLookup;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PodMatcher;
import dev.berth.spi.SelectorGroup;
import dev.berth.spi.StateKey;
import dev.berth.spi.Verdict;
import dev.berth.spi.WaitingPods;
import dev.berth.spi.Write;
import dev.berth.spi.WriteOutcome;

import java.time.Duration;
import java.util.ArrayDeque;
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
    private final List<String> allowed = new ArrayList<>();
    private final List<String> rejected = new ArrayList<>();
    private final List<String> preempted = new ArrayList<>();
    private final Set<String> waiting = new HashSet<>();
    private final ArrayDeque<Runnable> later = new ArrayDeque<>();
    private final RandomGenerator random = new SplittableRandom(1);
    private WriteOutcome answer = WriteOutcome.DONE;
    private long nowNanos;

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

    /// The UIDs of the pods that the plugin allowed.
    public List<String> allowed() {
        return allowed;
    }

    public List<String> rejected() {
        return rejected;
    }

    /// Adds a pod that waits on Permit until the plugin preempts it.
    public TestContext waiting(String uid) {
        waiting.add(uid);
        return this;
    }

    /// The UIDs of the pods that the plugin preempted.
    public List<String> preempted() {
        return preempted;
    }

    /// Runs the work that the plugin passed to `runLater`.
    public void doLater() {
        for (Runnable work = later.poll(); work != null; work = later.poll()) {
            work.run();
        }
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
        return nowNanos;
    }

    @Override
    public RandomGenerator random() {
        return random;
    }

    @Override
    public WaitingPods waitingPods() {
        return new WaitingPods() {
            @Override
            public List<WaitingPod> all() {
                return List.of();
            }

            @Override
            public void allow(String uid, String plugin) {
                allowed.add(uid);
            }

            @Override
            public void reject(String uid, String plugin, String message) {
                rejected.add(uid);
            }

            @Override
            public boolean preempt(String uid, String plugin) {
                return waiting.remove(uid) && preempted.add(uid);
            }
        };
    }

    @Override
    public void activate(Collection<String> podKeys) {
        activated.addAll(podKeys);
    }

    @Override
    public void runLater(Runnable work) {
        later.add(work);
    }

    /// The clock advances when the work runs.
    @Override
    public void runLater(Duration wait, Runnable work) {
        later.add(() -> {
            nowNanos += wait.toNanos();
            work.run();
        });
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
        return state.group(matcher);
    }

    @Override
    public AffinityTermGroups affinityTerms(AffinityTermReader source) {
        return state.terms(source);
    }

    @Override
    public Verdict filter(PodCycle cycle, NodeView node) {
        return Verdict.PASS;
    }

    /// A what-if in which every filter passes.
    @Override
    public NodeWhatIf whatIf(PodCycle cycle, NodeView node) {
        return new NodeWhatIf() {
            @Override
            public NodeView node() {
                return node;
            }

            @Override
            public void remove(Pod pod) {}

            @Override
            public void add(Pod pod) {}

            @Override
            public Verdict test() {
                return Verdict.PASS;
            }
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
            nowNanos += atMost.toNanos();
            throw new TimeoutException("timed out after " + atMost);
        }
        return now.get();
    }

    @Override
    public void pause(Duration time) {
        nowNanos += time.toNanos();
    }
}
