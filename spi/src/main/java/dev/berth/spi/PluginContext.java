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
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// What the scheduler provides to a plugin (kube-scheduler: `Handle`).
///
/// Methods that block ([#write], [#await], [#pause]) are for the binding extension points only,
/// which run on a virtual thread. They follow the scheduler's clock, so tests on virtual time do
/// not wait.
public interface PluginContext {
    /// The scheduler name of the profile that the plugin belongs to.
    String profile();

    /// The feature gates of the scheduler.
    Gates gates();

    /// The current time of the scheduler's clock, in nanoseconds since the epoch.
    long nowNanos();

    /// A random generator with the scheduler's seed. On the scheduling thread only.
    RandomGenerator random();

    /// The pods that wait on Permit.
    WaitingPods waitingPods();

    /// Moves pending pods to the active queue, regardless of their backoff (kube-scheduler:
    /// `Activate`). Keys are `namespace/name`. On any thread.
    void activate(Collection<String> podKeys);

    /// Runs `work` on the scheduling thread after the current attempt or message.
    void runLater(Runnable work);

    /// Runs `work` on the scheduling thread after a delay.
    void runLater(Duration wait, Runnable work);

    /// The pod with this UID as last observed. On the scheduling thread only.
    Optional<Pod> pod(String uid);

    /// The pending pods that are nominated to the node (kube-scheduler: `NominatedPodsForNode`). On
    /// the scheduling thread only.
    List<Pod> nominatedPods(String node);

    /// The lister for objects other than pods and nodes. On the scheduling thread only.
    ObjectLister objects();

    /// A value that the plugins of all profiles share. `create` creates it for the first caller. It
    /// outlives a reload of the configuration, unless no plugin of the new configuration has asked
    /// for it until the reload after that. On the scheduling thread only.
    <T> T shared(StateKey<T> key, Supplier<T> create);

    /// Counts of the assigned pods that match, kept up to date. On the scheduling thread only.
    SelectorGroup selectorGroup(PodMatcher matcher);

    /// The affinity terms of the assigned pods, grouped and counted. On the scheduling thread only.
    AffinityTermGroups affinityTerms(AffinityTermReader source);

    /// Runs all filters of the cycle's profile for its pod on one node. On the scheduling thread
    /// only.
    Verdict filter(PodCycle cycle, NodeView node);

    /// Starts a what-if for the cycle's pod on one node. In PostFilter only.
    NodeWhatIf whatIf(PodCycle cycle, NodeView node);

    /// The results that the plugin keeps under `key` for each node, for pods like the cycle's pod.
    /// In PostFilter only.
    ///
    /// @param stamp a version of everything else that the results depend on; a different stamp
    ///   empties the cache
    <T> NodeResultCache<T> resultCache(PodCycle cycle, StateKey<T> key, long stamp);

    /// Whether an extender that is interested in the pod supports preemption (see
    /// [PostFilterVerdict.CallExtenders]).
    boolean extendersSupportPreemption(Pod pod);

    /// Records a Kubernetes event.
    void event(EventRecord event);

    /// Records the end of a background task of `plugin` in the metrics. On the scheduling thread
    /// only.
    default void recordBackgroundTask(String plugin, boolean failed, Duration took) {}

    /// Adds one to a counter of the scheduler, or a duration to a histogram. `metric` is the name
    /// and `labels` the values of its labels, in order. Does nothing if the scheduler has no such
    /// metric. On any thread.
    default void recordMetric(String metric, Duration took, List<String> labels) {}

    /// Sends a write and returns immediately. `then` receives the outcome on the scheduling thread.
    void submit(Write write, Consumer<WriteOutcome> then);

    /// Sends a write and blocks until its outcome is known.
    WriteOutcome write(Write write) throws InterruptedException;

    /// Blocks until `check` returns a value or throws an exception. `check` runs on the scheduling
    /// thread: once immediately, and again when an object that it looked up changes.
    ///
    /// @throws TimeoutException if this takes longer than `atMost`
    <T> T await(Function<ObjectLookup, Optional<T>> check, Duration atMost)
            throws InterruptedException, TimeoutException;

    /// Blocks until the object satisfies `wanted`, and returns it. An object that does not exist is
    /// passed as empty.
    default Optional<KubeObject> await(
            Kind kind, String key, Predicate<Optional<KubeObject>> wanted, Duration atMost)
            throws InterruptedException, TimeoutException {
        return await(lookup -> Optional.of(lookup.find(kind, key)).filter(wanted), atMost);
    }

    /// Blocks for this time.
    void pause(Duration time) throws InterruptedException;
}
