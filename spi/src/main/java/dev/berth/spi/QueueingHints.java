package dev.berth.spi;

import dev.berth.model.Pod;

/// Where a plugin says which events may help pods that it rejected.
public interface QueueingHints {
    /// Whether a change may make `parked` schedulable; an exception counts as yes.
    @FunctionalInterface
    interface QueueingHint {
        QueueingHint ALWAYS = (unschedulable, change) -> true;

        boolean shouldQueue(Pod unschedulable, ObjectChange change);
    }

    /// Ask `hint` when one of `actions` happens to `resource` (constants of [ClusterEvent]).
    void on(String resource, int actions, QueueingHint hint);

    default void on(String resource, int actions) {
        on(resource, actions, QueueingHint.ALWAYS);
    }
}
