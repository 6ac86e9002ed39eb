package dev.berth.engine.loop;

import org.jspecify.annotations.Nullable;

/// The thread that runs loop iterations at present.
final class SchedulingThread {
    private volatile @Nullable Thread owner;

    /// The calling thread runs loop iterations from now on.
    void enter() {
        owner = Thread.currentThread();
    }

    boolean isCurrent() {
        return Thread.currentThread().equals(owner);
    }

    /// @throws IllegalStateException on the scheduling thread, which would wait for itself
    void refuse(String call) {
        if (isCurrent()) {
            throw new IllegalStateException(
                    call + " waits, which only binding extension points may do");
        }
    }

    /// @throws IllegalStateException on any other thread
    void require(String call) {
        if (owner != null && !isCurrent()) {
            throw new IllegalStateException(call + " is for the scheduling thread only");
        }
    }
}
