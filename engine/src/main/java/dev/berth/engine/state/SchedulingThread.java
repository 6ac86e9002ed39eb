package dev.berth.engine.state;

import org.jspecify.annotations.Nullable;

/// The thread that runs loop iterations at present.
public final class SchedulingThread {
    private volatile @Nullable Thread owner;

    /// The calling thread runs loop iterations from now on.
    public void enter() {
        owner = Thread.currentThread();
    }

    public boolean isCurrent() {
        return Thread.currentThread().equals(owner);
    }

    /// @throws IllegalStateException on the scheduling thread, which would wait for itself
    public void refuse(String call) {
        if (isCurrent()) {
            throw new IllegalStateException(
                    call + " waits, which only binding extension points may do");
        }
    }

    /// @throws IllegalStateException on any other thread than the scheduling thread, if one has run
    ///   an iteration
    public void require(String call) {
        if (owner != null && !isCurrent()) {
            throw new IllegalStateException(call + " is for the scheduling thread only");
        }
    }
}
