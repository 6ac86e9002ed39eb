package dev.berth.engine.binding;

import dev.berth.engine.port.BindingExecutor;

import org.jspecify.annotations.Nullable;

/// The rejection of a pod during PreBind, which is possible until PreBind has ended. Shared by the
/// scheduling thread and the thread of the binding.
final class BindingCancellation {
    private BindingExecutor.@Nullable Task task;
    private @Nullable String cause;
    private boolean closed;

    /// The task to interrupt.
    synchronized void of(BindingExecutor.Task started) {
        task = started;
    }

    /// Rejects the pod, if that has not been done already; false if PreBind has ended.
    boolean cancel(String why) {
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

    /// Why the pod was rejected; null if it was not.
    synchronized @Nullable String cause() {
        return cause;
    }

    /// PreBind has ended: the pod can no longer be rejected.
    synchronized @Nullable String close() {
        closed = cause == null;
        return cause;
    }
}
