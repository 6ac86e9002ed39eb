package dev.berth.spi;

import dev.berth.model.Kind;
import dev.berth.model.KubeObject;

import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Predicate;

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

    WaitingPods waitingPods();

    /// Wakes pending pods by `namespace/name`, without waiting for their backoff.
    void activate(Collection<String> podKeys);

    /// Objects other than pods and nodes; on the scheduling thread only.
    Objects objects();

    /// Live counts of the pods that match; on the scheduling thread only.
    SelectorGroup group(PodMatcher matcher);

    /// The terms that pods on nodes carry, grouped and counted; on the scheduling thread only.
    TermGroups terms(TermSource source);

    /// Runs all filters of the cycle's profile for its pod on one node, as it stands.
    Verdict filter(PodCycle cycle, NodeView node);

    void event(EventNote event);

    /// Sends a write; `then` is called on the scheduling thread.
    void submit(Write write, Consumer<WriteOutcome> then);

    /// Sends a write and waits for its outcome.
    WriteOutcome write(Write write) throws InterruptedException;

    /// Waits until the object is as wanted (absent counts as empty) and returns it.
    Optional<KubeObject> await(
            Kind kind, String key, Predicate<Optional<KubeObject>> wanted, Duration atMost)
            throws InterruptedException, TimeoutException;

    void pause(Duration time) throws InterruptedException;
}
