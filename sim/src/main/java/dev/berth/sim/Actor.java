package dev.berth.sim;

/// Someone who works in turn on virtual time, such as a scheduler turned by hand.
public interface Actor {
    /// Does what there is to do now, or part of it; returns how much was done, 0 when there is
    /// nothing left.
    int turn();

    /// When there will be something to do by the clock alone; `Long.MAX_VALUE` if never.
    default long dueNanos() {
        return Long.MAX_VALUE;
    }
}
