package dev.berth.spi;

import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Pod;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/// What the scheduler offers its plugins.
///
/// Methods that wait ([#write], [#await], [#pause]) are for the binding extension points only,
/// where the plugin has a thread of its own; they follow the scheduler's clock, so that tests need
/// not wait for real.
public interface PluginContext {
    /// The profile the plugin belongs to.
    String profile();

    Gates gates();

    /// Now, in nanoseconds since the epoch, by the scheduler's clock.
    long nowNanos();

    /// Chance, by the scheduler's seed; on the scheduling thread only.
    RandomGenerator random();

    WaitingPods waitingPods();

    /// Wakes pending pods by `namespace/name`, without waiting for their backoff.
    void activate(Collection<String> podKeys);

    /// Does something on the scheduling thread once the present attempt or message is dealt with.
    void runLater(Runnable work);

    /// Does something on the scheduling thread after some time.
    void runLater(Duration wait, Runnable work);

    /// A pod as last seen, by its UID; on the scheduling thread only.
    Optional<Pod> pod(String uid);

    /// The pending pods that were promised the node; on the scheduling thread only.
    List<Pod> nominatedPods(String node);

    /// Objects other than pods and nodes; on the scheduling thread only.
    ObjectLister objects();

    /// Live counts of the pods that match; on the scheduling thread only.
    SelectorGroup selectorGroup(PodMatcher matcher);

    /// The terms that pods on nodes carry, grouped and counted; on the scheduling thread only.
    AffinityTermGroups affinityTerms(AffinityTermReader source);

    /// Runs all filters of the cycle's profile for its pod on one node, as it stands.
    Verdict filter(PodCycle cycle, NodeView node);

    /// Tries the cycle's pod on a node with other pods than it has; in post filters only.
    NodeWhatIf whatIf(PodCycle cycle, NodeView node);

    /// What was remembered under `key` about nodes for pods like this one; in post filters only.
    ///
    /// @param stamp what else it depends on: under another one all is forgotten
    <T> NodeResultCache<T> resultCache(PodCycle cycle, StateKey<T> key, long stamp);

    /// Whether extenders have a say on evictions for the pod (see
    /// [PostFilterVerdict.CallExtenders]).
    boolean extendersSupportPreemption(Pod pod);

    void event(EventRecord event);

    /// Tells the metrics that something `plugin` did beside the cycles has ended; on the scheduling
    /// thread only.
    default void recordBackgroundTask(String plugin, boolean failed, Duration took) {}

    /// Sends a write; `then` is called on the scheduling thread.
    void submit(Write write, Consumer<WriteOutcome> then);

    /// Sends a write and waits for its outcome.
    WriteOutcome write(Write write) throws InterruptedException;

    /// Waits until `check` has an answer, which may also be an exception. It is asked on the
    /// scheduling thread: now, and again whenever one of the objects it looked up has changed.
    <T> T await(Function<ObjectLookup, Optional<T>> check, Duration atMost)
            throws InterruptedException, TimeoutException;

    /// Waits until the object is as wanted (absent counts as empty) and returns it.
    default Optional<KubeObject> await(
            Kind kind, String key, Predicate<Optional<KubeObject>> wanted, Duration atMost)
            throws InterruptedException, TimeoutException {
        return await(lookup -> Optional.of(lookup.find(kind, key)).filter(wanted), atMost);
    }

    void pause(Duration time) throws InterruptedException;
}
