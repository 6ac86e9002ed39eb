package dev.berth.engine.binding;

import dev.berth.engine.port.BindOutcome;
import dev.berth.engine.port.Meter;
import dev.berth.engine.port.TraceScope;
import dev.berth.engine.profile.PluginTimes;

import org.jspecify.annotations.Nullable;

/// Measures the extension points of a binding cycle, on any thread.
final class BindingTimer {
    private final BindingCycle binding;
    private final PluginTimes times;

    BindingTimer(BindingCycle binding, PluginTimes times) {
        this.binding = binding;
        this.times = times;
    }

    /// The clock reading at the beginning; 0 if nothing is measured.
    long now() {
        return times.measured() ? times.now() : 0;
    }

    /// All plugins of a point have run.
    ///
    /// @param outcome null if it succeeded
    void ended(Meter.Point point, @Nullable BindOutcome outcome, long began) {
        if (times.measured()) {
            long now = times.now();
            binding.profile().meter().ran(point, status(outcome), now - began);
            binding.trace().ran(point, status(outcome), began, now);
        }
    }

    /// One plugin has run.
    void ended(String plugin, Meter.Point point, @Nullable BindOutcome outcome, long began) {
        if (binding.sampled() || binding.trace().on()) {
            long now = times.now();
            if (binding.sampled()) {
                binding.profile().meter().plugin(plugin).ran(point, status(outcome), now - began);
            }
            binding.trace().ran(point, plugin, status(outcome), began, now);
        }
    }

    /// The position of a plugin in the trace.
    TraceScope scope(Meter.Point point, String plugin) {
        return TraceScope.of(binding.trace(), point.label(), plugin);
    }

    private static Meter.Status status(@Nullable BindOutcome outcome) {
        return switch (outcome) {
            case null -> Meter.Status.SUCCESS;
            case BindOutcome.Bound bound -> Meter.Status.SUCCESS;
            case BindOutcome.BoundByExtender claimed -> Meter.Status.SUCCESS;
            case BindOutcome.Rejected(var why) -> Meter.Status.of(why);
            case BindOutcome.Failed failed -> Meter.Status.ERROR;
            case BindOutcome.Unknown unknown -> Meter.Status.ERROR;
            case BindOutcome.Skipped unclaimed -> Meter.Status.SKIP;
        };
    }
}
