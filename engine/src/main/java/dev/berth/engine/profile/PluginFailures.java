package dev.berth.engine.profile;

import dev.berth.engine.port.Log;
import dev.berth.engine.port.Message;
import dev.berth.model.Pod;

import org.jspecify.annotations.Nullable;

import java.util.Optional;

/// Logs and counts each failure of a plugin once, with its stack trace, pod, plugin and extension
/// point.
public final class PluginFailures {
    /// The plugin name under which failures of the engine itself are counted.
    public static final String ENGINE = "scheduler";

    private final FailureCounts counts;
    private final Log log;
    private final Message.Inbox inbox;

    /// @param inbox receives failures from other threads than the scheduling thread
    public PluginFailures(FailureCounts counts, Log log, Message.Inbox inbox) {
        this.counts = counts;
        this.log = log.of(PluginFailures.class);
        this.inbox = inbox;
    }

    /// Reports a failure, unless that has been done. Scheduling thread only.
    ///
    /// @param pod the pod that the plugin was called for, if any
    public void report(PluginFailure failure, @Nullable Pod pod) {
        if (failure.markReported()) {
            report(failure.plugin(), failure.extensionPoint(), pod, failure.toLog());
        }
    }

    /// Reports an exception of the engine itself. Scheduling thread only.
    public void reportBug(Throwable bug, @Nullable Pod pod) {
        if (bug instanceof PluginFailure failure) {
            report(failure, pod);
        } else {
            report(ENGINE, PluginCall.ATTEMPT.extensionPoint(), pod, bug);
        }
    }

    /// Reports a failure that another thread has posted. Scheduling thread only.
    public void report(Message.PluginFailed failed) {
        report(failed.plugin(), failed.extensionPoint(), failed.pod().orElse(null), failed.cause());
    }

    private void report(String plugin, String extensionPoint, @Nullable Pod pod, Throwable cause) {
        counts.count(plugin, extensionPoint);
        if (pod == null) {
            log.error(cause, "Plugin failed", "plugin", plugin, "extensionPoint", extensionPoint);
        } else {
            log.error(
                    cause,
                    "Plugin failed",
                    "pod",
                    pod,
                    "plugin",
                    plugin,
                    "extensionPoint",
                    extensionPoint);
        }
    }

    /// Reports a failure from any thread, unless that has been done.
    public void post(PluginFailure failure, Pod pod) {
        if (failure.markReported()) {
            post(failure.plugin(), failure.extensionPoint(), pod, failure.toLog());
        }
    }

    /// Reports from any thread that something other than a plugin failed, such as an extender.
    public void post(String name, String extensionPoint, Pod pod, Throwable cause) {
        inbox.accept(new Message.PluginFailed(name, extensionPoint, Optional.of(pod), cause));
    }
}
