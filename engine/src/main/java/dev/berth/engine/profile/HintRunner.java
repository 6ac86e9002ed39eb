package dev.berth.engine.profile;

import dev.berth.engine.port.Meter;
import dev.berth.model.Pod;
import dev.berth.spi.ObjectChange;
import dev.berth.spi.QueueingHints.NeededLabel;
import dev.berth.spi.QueueingHints.QueueingHint;

import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// The part of [PluginRunner] for queueing hints. A hint that fails is reported, and counts as one
/// that an event can always help.
public final class HintRunner {
    private final PluginTimes times;
    private final PluginFailures failures;

    HintRunner(PluginTimes times, PluginFailures failures) {
        this.times = times;
        this.failures = failures;
    }

    public Meter.HintResult shouldQueue(
            String plugin, QueueingHint hint, Pod pod, ObjectChange change) {
        return call(
                plugin,
                pod,
                () ->
                        hint.shouldQueue(pod, change)
                                ? Meter.HintResult.QUEUE
                                : Meter.HintResult.SKIP,
                Meter.HintResult.ERROR);
    }

    /// The labels of which an added object needs one.
    public Optional<Set<NeededLabel>> labelsOfAdded(String plugin, QueueingHint hint, Pod pod) {
        return call(plugin, pod, () -> hint.labelsOfAdded(pod), Optional.empty());
    }

    /// Whether the result of the hint holds for all pods with the same pod shape.
    public boolean sharedByPodShape(String plugin, QueueingHint hint, Pod pod) {
        return call(plugin, pod, () -> hint.sharedByPodShape(pod), false);
    }

    private <T> T call(String plugin, Pod pod, Supplier<T> call, T afterFailure) {
        String before = times.enter(PluginCall.QUEUEING_HINT, plugin, pod);
        try {
            return PluginFailure.required(call.get());
        } catch (RuntimeException | Error problem) {
            failures.report(PluginFailure.of(PluginCall.QUEUEING_HINT, plugin, problem), pod);
            return afterFailure;
        } finally {
            times.leave(before);
        }
    }
}
