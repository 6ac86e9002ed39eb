package dev.berth.engine.loop;

import dev.berth.engine.port.Message;
import dev.berth.engine.port.ProfileSpec;
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
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/// The context of the plugins of one profile (kube-scheduler: `Handle`).
///
/// Plugins are created before the parts of the engine that their contexts use, so the parts are
/// looked up with each call.
final class EngineContext implements PluginContext {
    private final EngineWiring engine;
    private final ProfileSpec spec;

    EngineContext(EngineWiring engine, ProfileSpec spec) {
        this.engine = engine;
        this.spec = spec;
    }

    @Override
    public String profile() {
        return spec.schedulerName();
    }

    @Override
    public Gates gates() {
        return spec.gates();
    }

    @Override
    public long nowNanos() {
        return engine.settings().ports().clock().nowNanos();
    }

    @Override
    public RandomGenerator random() {
        engine.thread().require("random()");
        return engine.settings().random().decisions();
    }

    @Override
    public WaitingPods waitingPods() {
        return new WaitingPods() {
            @Override
            public List<WaitingPod> all() {
                engine.thread().require("waitingPods().all()");
                return engine.binder().waiting().all();
            }

            @Override
            public void allow(String uid, String plugin) {
                engine.mailbox().accept(new Message.Allow(uid, plugin));
            }

            @Override
            public void reject(String uid, String plugin, String message) {
                engine.mailbox().accept(new Message.Deny(uid, plugin, message));
            }

            @Override
            public boolean preempt(String uid, String plugin) {
                engine.thread().require("waitingPods().preempt()");
                return engine.binder().preempt(uid, plugin);
            }
        };
    }

    @Override
    public void activate(Collection<String> podKeys) {
        engine.mailbox().accept(new Message.Activate(List.copyOf(podKeys)));
    }

    @Override
    public void runLater(Runnable work) {
        engine.requests().post(new PluginRequest.Run(work));
    }

    @Override
    public void runLater(Duration wait, Runnable work) {
        engine.requests().submit(new PluginRequest.RunAfter(wait, work));
    }

    @Override
    public Optional<Pod> pod(String uid) {
        engine.thread().require("pod()");
        return engine.state().pod(uid).map(PodEntry::seen);
    }

    @Override
    public List<Pod> nominatedPods(String node) {
        engine.thread().require("nominatedPods()");
        return engine.state().nominated(node);
    }

    @Override
    public ObjectLister objects() {
        engine.thread().require("objects()");
        return engine.state().objects();
    }

    @Override
    public SelectorGroup selectorGroup(PodMatcher matcher) {
        engine.thread().require("selectorGroup()");
        return engine.state().group(matcher);
    }

    @Override
    public AffinityTermGroups affinityTerms(AffinityTermReader source) {
        engine.thread().require("affinityTerms()");
        return engine.state().terms(source);
    }

    @Override
    public Verdict filter(PodCycle cycle, NodeView node) {
        return engine.cycle().whatIf().filter(cycle, node);
    }

    @Override
    public NodeWhatIf whatIf(PodCycle cycle, NodeView node) {
        engine.thread().require("whatIf()");
        return engine.cycle().whatIf().tryOn(cycle, node);
    }

    @Override
    public <T> NodeResultCache<T> resultCache(PodCycle cycle, StateKey<T> key, long stamp) {
        engine.thread().require("resultCache()");
        return engine.cycle().whatIf().resultCache(cycle, key, stamp);
    }

    @Override
    public boolean extendersSupportPreemption(Pod pod) {
        return !engine.settings().extenders().preemptorsFor(pod).isEmpty();
    }

    @Override
    public void event(EventRecord event) {
        engine.requests().submit(new PluginRequest.RecordEvent(event));
    }

    @Override
    public void recordBackgroundTask(String plugin, boolean failed, Duration took) {
        engine.services().times().meter().backgroundTaskEnded(plugin, failed, took.toNanos());
    }

    @Override
    public void submit(Write write, Consumer<WriteOutcome> then) {
        engine.requests().submit(new PluginRequest.SendWrite(write, then));
    }

    @Override
    public WriteOutcome write(Write write) throws InterruptedException {
        engine.thread().refuse("write()");
        var answer = new CompletableFuture<WriteOutcome>();
        engine.requests().submit(new PluginRequest.AwaitWrite(write, answer));
        return waitFor(answer);
    }

    @Override
    public <T> T await(Function<ObjectLookup, Optional<T>> check, Duration atMost)
            throws InterruptedException, TimeoutException {
        engine.thread().refuse("await()");
        var answer = new CompletableFuture<T>();
        engine.requests().submit(new PluginRequest.AwaitObject<>(check, atMost, answer));
        try {
            return engine.settings().ports().executor().await(answer);
        } catch (InterruptedException ended) {
            engine.requests().submit(new PluginRequest.StopAwaiting(answer));
            throw ended;
        } catch (ExecutionException problem) {
            if (problem.getCause() instanceof TimeoutException timeout) {
                throw timeout;
            }
            throw new IllegalStateException(problem.getCause());
        }
    }

    @Override
    public void pause(Duration time) throws InterruptedException {
        engine.thread().refuse("pause()");
        var over = new CompletableFuture<Boolean>();
        engine.requests().submit(new PluginRequest.Pause(time, over));
        waitFor(over);
    }

    private <T> T waitFor(CompletableFuture<T> answer) throws InterruptedException {
        try {
            return engine.settings().ports().executor().await(answer);
        } catch (ExecutionException problem) {
            throw new IllegalStateException(problem.getCause());
        }
    }
}
