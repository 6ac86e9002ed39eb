package dev.berth.engine.binding;

import dev.berth.engine.port.BindingExecutor;

import org.jspecify.annotations.Nullable;

/// Whether a pod may still be turned back on its way through pre-bind: until that is over. Shared
/// by the scheduling thread and the binding's own.
final class Withdrawal {
    private BindingExecutor.@Nullable Task task;
    private @Nullable String cause;
    private boolean closed;

    /// What to interrupt.
    synchronized void of(BindingExecutor.Task started) {
        task = started;
    }

    /// Turns the pod back, if that has not been done already; false when it is too late.
    boolean withdraw(String why) {
        BindingExecutor.Task running;
        synchronized (this) {
            if (closed || cause != null) {
                return !closed;
            }
            cause = why;
            running = task;
        }
        if (running != null) {
            running.interrupt();
        }
        return true;
    }

    /// Why the pod was turned back; null while it was not.
    synchronized @Nullable String cause() {
        return cause;
    }

    /// Pre-bind is over: from now on it is too late, unless it happened already.
    synchronized @Nullable String close() {
        closed = cause == null;
        return cause;
    }
}
