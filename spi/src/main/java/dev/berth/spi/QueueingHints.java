package dev.berth.spi;

import dev.berth.model.Pod;

/// Collects the cluster events that can make pods schedulable that a plugin rejected
/// (kube-scheduler: `ClusterEventWithHint`).
public interface QueueingHints {
    /// Decides whether a change can make an unschedulable pod schedulable (kube-scheduler:
    /// `QueueingHintFn`; true is `Queue`, false is `QueueSkip`).
    ///
    /// Called on the scheduling thread for each unschedulable pod that the plugin rejected; must be
    /// fast and must not block. An exception counts as true.
    @FunctionalInterface
    interface QueueingHint {
        /// Requeues the pod on every matching event.
        QueueingHint ALWAYS = (unschedulable, change) -> true;

        /// Whether the pod should be requeued.
        boolean shouldQueue(Pod unschedulable, ObjectChange change);
    }

    /// Calls `hint` when one of `actions` happens to `resource` (both are constants of
    /// [ClusterEvent]). The resource of a kind without a constant is `plural.version.group`, for
    /// example `namespaces.v1.`, and the plugin must return the kind from [Plugin#reads()].
    ///
    /// @throws IllegalArgumentException if the resource has no events
    void on(String resource, int actions, QueueingHint hint);

    /// Requeues the rejected pods whenever one of `actions` happens to `resource`.
    default void on(String resource, int actions) {
        on(resource, actions, QueueingHint.ALWAYS);
    }
}
