package dev.berth.spi;

import dev.berth.model.Pod;

import java.util.Optional;
import java.util.Set;

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

        /// Whether all pods with the pod shape of this pod get the same result, unless the change
        /// is about one of them. The engine then calls the hint once for these pods.
        default boolean sharedByPodShape(Pod unschedulable) {
            return false;
        }

        /// Labels of which an added object must have at least one, because otherwise the result for
        /// this pod is false. The engine then calls the hint only for such objects. They depend on
        /// the pod alone. Empty if there is no such condition.
        default Optional<Set<NeededLabel>> labelsOfAdded(Pod unschedulable) {
            return Optional.empty();
        }

        /// A hint whose results depend on the pod shape and the change only.
        static QueueingHint forPodShape(QueueingHint hint) {
            return new QueueingHint() {
                @Override
                public boolean shouldQueue(Pod unschedulable, ObjectChange change) {
                    return hint.shouldQueue(unschedulable, change);
                }

                @Override
                public boolean sharedByPodShape(Pod unschedulable) {
                    return true;
                }
            };
        }
    }

    /// A label with a value.
    record NeededLabel(String key, String value) {}

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
