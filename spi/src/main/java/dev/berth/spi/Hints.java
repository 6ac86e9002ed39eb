package dev.berth.spi;

import dev.berth.model.Pod;

/// Where a plugin says which events may help pods that it rejected.
public interface Hints {
    /// Whether a change may make `parked` schedulable; an exception counts as yes.
    @FunctionalInterface
    interface Hint {
        Hint ALWAYS = (parked, change) -> true;

        boolean helps(Pod parked, Change change);
    }

    /// Ask `hint` when one of `actions` happens to `resource` (constants of [ClusterEvent]).
    void on(String resource, int actions, Hint hint);

    default void on(String resource, int actions) {
        on(resource, actions, Hint.ALWAYS);
    }
}
