package dev.berth.engine.profile;

import dev.berth.engine.port.Meter;
import dev.berth.model.Pod;
import dev.berth.spi.ObjectChange;
import dev.berth.spi.QueueingHints.NeededLabel;
import dev.berth.spi.QueueingHints.QueueingHint;

import java.util.Optional;
import java.util.Set;

/// The part of [PluginRunner] for queueing hints. A hint that fails is reported, and counts as one
/// that an event can always help.
///
/// The calls are made without a lambda, because an event can call the hints of thousands of pods.
public final class HintRunner {
    private final PluginTimes times;
    private final PluginFailures failures;

    HintRunner(PluginTimes times, PluginFailures failures) {
        this.times = times;
        this.failures = failures;
    }

    public Meter.HintResult shouldQueue(
            String plugin, QueueingHint hint, Pod pod, ObjectChange change) {
        String before = times.enter(PluginCall.QUEUEING_HINT, plugin, pod);
        try {
            return hint.shouldQueue(pod, change) ? Meter.HintResult.QUEUE : Meter.HintResult.SKIP;
        } catch (RuntimeException | Error problem) {
            report(plugin, pod, problem);
            return Meter.HintResult.ERROR;
        } finally {
            times.leave(before);
        }
    }

    /// The labels of which an added object needs one.
    public Optional<Set<NeededLabel>> labelsOfAdded(String plugin, QueueingHint hint, Pod pod) {
        String before = times.enter(PluginCall.QUEUEING_HINT, plugin, pod);
        try {
            return PluginFailure.required(hint.labelsOfAdded(pod));
        } catch (RuntimeException | Error problem) {
            report(plugin, pod, problem);
            return Optional.empty();
        } finally {
            times.leave(before);
        }
    }

    /// Whether the result of the hint holds for all pods with the same pod shape.
    public boolean sharedByPodShape(String plugin, QueueingHint hint, Pod pod) {
        String before = times.enter(PluginCall.QUEUEING_HINT, plugin, pod);
        try {
            return hint.sharedByPodShape(pod);
        } catch (RuntimeException | Error problem) {
            report(plugin, pod, problem);
            return false;
        } finally {
            times.leave(before);
        }
    }

    private void report(String plugin, Pod pod, Throwable problem) {
        failures.report(PluginFailure.of(PluginCall.QUEUEING_HINT, plugin, problem), pod);
    }
}
