package dev.berth.engine.profile;

import dev.berth.engine.port.Log;
import dev.berth.engine.port.Message;
import dev.berth.model.Pod;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Optional;

/// Logs and counts each failure of a plugin, of an extender or of the engine itself once, with its
/// stack trace, its pod and its extension point.
public final class PluginFailures {
    /// The plugin name under which failures of the engine itself are counted.
    public static final String ENGINE = "scheduler";

    /// Precedes the name of an extender whose failures are counted.
    private static final String EXTENDER = "extender ";

    private final FailureCounts counts;
    private final Log log;
    private final Message.Inbox inbox;

    /// @param inbox receives failures from other threads than the scheduling thread
    public PluginFailures(FailureCounts counts, Log log, Message.Inbox inbox) {
        this.counts = counts;
        this.log = log.of(PluginFailures.class);
        this.inbox = inbox;
    }

    /// Failures that are logged on the thread that posts them.
    static PluginFailures toLog(Log log) {
        var counts = new FailureCounts();
        var posted = new PluginFailures(counts, log, message -> {});
        return new PluginFailures(
                counts,
                log,
                message -> {
                    if (message instanceof Message.PluginFailed failed) {
                        posted.report(failed);
                    }
                });
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

    private void report(String name, String extensionPoint, @Nullable Pod pod, Throwable cause) {
        counts.count(name, extensionPoint);
        var keysAndValues = new ArrayList<Object>();
        if (pod != null) {
            Collections.addAll(keysAndValues, "pod", pod);
        }
        String message;
        if (name.equals(ENGINE)) {
            message = "Internal error";
        } else if (name.startsWith(EXTENDER)) {
            message = "Extender failed";
            Collections.addAll(keysAndValues, "extender", name.substring(EXTENDER.length()));
        } else {
            message = "Plugin failed";
            Collections.addAll(keysAndValues, "plugin", name);
        }
        Collections.addAll(keysAndValues, "extensionPoint", extensionPoint);
        log.error(unchecked(cause), message, keysAndValues.toArray());
    }

    /// A log writes the stack traces of unchecked exceptions only.
    private static Throwable unchecked(Throwable cause) {
        return cause instanceof RuntimeException || cause instanceof Error
                ? cause
                : new RuntimeException(cause);
    }

    /// Reports a failure from any thread, unless that has been done.
    public void post(PluginFailure failure, Pod pod) {
        if (failure.markReported()) {
            post(failure.plugin(), failure.extensionPoint(), pod, failure.toLog());
        }
    }

    /// Reports from any thread that an extender failed.
    public void postExtender(String extender, String verb, Pod pod, Throwable cause) {
        post(EXTENDER + extender, verb, pod, cause);
    }

    /// Reports an exception of the engine itself from any thread.
    public void postBug(PluginCall where, Pod pod, Throwable bug) {
        post(ENGINE, where.extensionPoint(), pod, bug);
    }

    private void post(String name, String extensionPoint, Pod pod, Throwable cause) {
        inbox.accept(new Message.PluginFailed(name, extensionPoint, Optional.of(pod), cause));
    }
}
