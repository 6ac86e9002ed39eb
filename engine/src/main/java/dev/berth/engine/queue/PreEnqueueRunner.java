package dev.berth.engine.queue;

import dev.berth.engine.port.Log;
import dev.berth.engine.port.Meter;
import dev.berth.engine.profile.NamedPlugin;
import dev.berth.engine.profile.PluginFailure;
import dev.berth.engine.profile.PluginRunner;
import dev.berth.engine.profile.PluginTimes;
import dev.berth.spi.PreEnqueue;
import dev.berth.spi.Reject;
import dev.berth.spi.Verdict;

import java.util.List;

/// Runs PreEnqueue (kube-scheduler: `runPreEnqueuePlugins`).
final class PreEnqueueRunner {
    private final PluginRunner runner;
    private final PluginTimes times;
    private final Log log;

    PreEnqueueRunner(PluginRunner runner, Log log) {
        this.runner = runner;
        this.times = runner.times();
        this.log = log;
    }

    /// Whether all plugins let the pod enter the active queue. If one does not, the pod is gated.
    boolean passes(QueuedPod pod) {
        if (!times.measured()) {
            return passesAll(pod);
        }
        long began = times.now();
        boolean passes = passesAll(pod);
        // Parity: runPreEnqueuePlugins reports success when a plugin gates the pod.
        pod.profile()
                .meter()
                .ran(Meter.Point.PRE_ENQUEUE, Meter.Status.SUCCESS, times.now() - began);
        return passes;
    }

    /// Runs the plugin that gates the pod first.
    private boolean passesAll(QueuedPod pod) {
        List<NamedPlugin<PreEnqueue>> plugins = pod.profile().preEnqueues();
        String first = pod.gatingPlugin;
        if (!first.isEmpty()) {
            for (int i = 0; i < plugins.size(); i++) {
                NamedPlugin<PreEnqueue> plugin = plugins.get(i);
                if (plugin.name().equals(first) && !passes(plugin, pod)) {
                    return false;
                }
            }
        }
        for (int i = 0; i < plugins.size(); i++) {
            NamedPlugin<PreEnqueue> plugin = plugins.get(i);
            if (!plugin.name().equals(first) && !passes(plugin, pod)) {
                return false;
            }
        }
        pod.gatingPlugin = "";
        pod.gatingReasons = List.of();
        return true;
    }

    private boolean passes(NamedPlugin<PreEnqueue> plugin, QueuedPod pod) {
        boolean passes = run(plugin, pod);
        if (!passes) {
            pod.unschedulablePlugins().add(plugin.name());
            pod.gatingPlugin = plugin.name();
        }
        return passes;
    }

    private boolean run(NamedPlugin<PreEnqueue> plugin, QueuedPod pod) {
        try {
            return switch (runner.preEnqueue(plugin, pod.pod)) {
                case Verdict.Pass pass -> true;
                case Reject reject -> {
                    logRejection(plugin, pod, reject);
                    pod.gatingReasons = reject.reasons();
                    yield false;
                }
            };
        } catch (PluginFailure failure) {
            // The pod is gated, as by a rejection. The plugin runs again at its events.
            runner.failures().report(failure, pod.pod);
            pod.gatingReasons = List.of(PluginFailure.textOf(failure));
            return false;
        }
    }

    private void logRejection(NamedPlugin<PreEnqueue> plugin, QueuedPod pod, Reject reject) {
        if (log.enabled(4)) {
            log.info(
                    4,
                    "Status after running PreEnqueue plugin",
                    "pod",
                    pod.pod,
                    "plugin",
                    plugin.name(),
                    "status",
                    reject.message());
        }
    }
}
