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

/// What plugins of one profile get; calls from binding threads become messages.
final class EngineContext implements PluginContext {
    private final SchedulingLoop loop;
    private final ProfileSpec spec;

    EngineContext(SchedulingLoop loop, ProfileSpec spec) {
        this.loop = loop;
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
        return loop.clock().nowNanos();
    }

    @Override
    public RandomGenerator random() {
        loop.requireSchedulingThread("random()");
        return loop.random();
    }

    @Override
    public WaitingPods waitingPods() {
        return new WaitingPods() {
            @Override
            public List<WaitingPod> all() {
                loop.requireSchedulingThread("waitingPods().all()");
                return loop.waitingPods().all();
            }

            @Override
            public void allow(String uid, String plugin) {
                loop.post(new Message.Allow(uid, plugin));
            }

            @Override
            public void reject(String uid, String plugin, String message) {
                loop.post(new Message.Deny(uid, plugin, message));
            }

            @Override
            public boolean preempt(String uid, String plugin) {
                loop.requireSchedulingThread("waitingPods().preempt()");
                return loop.binder().preempt(uid, plugin);
            }
        };
    }

    @Override
    public void activate(Collection<String> podKeys) {
        loop.post(new Message.Activate(List.copyOf(podKeys)));
    }

    @Override
    public void runLater(Runnable work) {
        loop.post(new Message.Handoff(work));
    }

    @Override
    public void runLater(Duration wait, Runnable work) {
        loop.onSchedulingThread(() -> loop.after(wait, () -> runLater(work)));
    }

    @Override
    public Optional<Pod> pod(String uid) {
        loop.requireSchedulingThread("pod()");
        return loop.state().pod(uid).map(PodEntry::seen);
    }

    @Override
    public List<Pod> nominatedPods(String node) {
        loop.requireSchedulingThread("promised()");
        return loop.state().nominated(node);
    }

    @Override
    public ObjectLister objects() {
        loop.requireSchedulingThread("objects()");
        return loop.state().objects();
    }

    @Override
    public SelectorGroup selectorGroup(PodMatcher matcher) {
        loop.requireSchedulingThread("group()");
        return loop.state().group(matcher);
    }

    @Override
    public AffinityTermGroups affinityTerms(AffinityTermReader source) {
        loop.requireSchedulingThread("terms()");
        return loop.state().terms(source);
    }

    @Override
    public Verdict filter(PodCycle cycle, NodeView node) {
        return loop.cycle().whatIf().filter(cycle, node);
    }

    @Override
    public NodeWhatIf whatIf(PodCycle cycle, NodeView node) {
        loop.requireSchedulingThread("tryOn()");
        return loop.cycle().whatIf().tryOn(cycle, node);
    }

    @Override
    public <T> NodeResultCache<T> resultCache(PodCycle cycle, StateKey<T> key, long stamp) {
        loop.requireSchedulingThread("memo()");
        return loop.cycle().whatIf().memo(cycle, key, stamp);
    }

    @Override
    public boolean extendersSupportPreemption(Pod pod) {
        return !loop.extenders().preemptorsFor(pod).isEmpty();
    }

    @Override
    public void event(EventRecord event) {
        loop.onSchedulingThread(() -> loop.outbox().event(event));
    }

    @Override
    public void recordBackgroundTask(String plugin, boolean failed, Duration took) {
        loop.times().meter().backgroundTaskEnded(plugin, failed, took.toNanos());
    }

    @Override
    public void submit(Write write, Consumer<WriteOutcome> then) {
        loop.onSchedulingThread(() -> loop.submit(write, then));
    }

    @Override
    public WriteOutcome write(Write write) throws InterruptedException {
        loop.refuseSchedulingThread("write()");
        var answer = new CompletableFuture<WriteOutcome>();
        handed(answer, () -> loop.submit(write, answer::complete));
        return waitFor(answer);
    }

    @Override
    public <T> T await(Function<ObjectLookup, Optional<T>> check, Duration atMost)
            throws InterruptedException, TimeoutException {
        loop.refuseSchedulingThread("await()");
        var answer = new CompletableFuture<T>();
        handed(answer, () -> loop.await(check, atMost, answer));
        try {
            return loop.executor().await(answer);
        } catch (InterruptedException ended) {
            loop.onSchedulingThread(() -> loop.stopAwaiting(answer));
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
        loop.refuseSchedulingThread("pause()");
        var over = new CompletableFuture<Boolean>();
        handed(over, () -> loop.after(time, () -> over.complete(true)));
        waitFor(over);
    }

    /// Has the scheduling thread see to an answer; if it cannot, that is the answer.
    private void handed(CompletableFuture<?> answer, Runnable work) {
        loop.onSchedulingThread(() -> {
            try {
                work.run();
            } catch (RuntimeException | Error problem) {
                answer.completeExceptionally(problem);
                throw problem;
            }
        });
    }

    private <T> T waitFor(CompletableFuture<T> answer) throws InterruptedException {
        try {
            return loop.executor().await(answer);
        } catch (ExecutionException problem) {
            throw new IllegalStateException(problem.getCause());
        }
    }
}
