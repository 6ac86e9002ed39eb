package dev.berth.engine.cycle;

import dev.berth.engine.profile.PluginCall;
import dev.berth.engine.profile.PluginFailure;
import dev.berth.engine.profile.PluginRunner;
import dev.berth.model.Pod;
import dev.berth.spi.DependsOn;

import org.jspecify.annotations.Nullable;

/// The plugins that skip the pods of one pod shape at PreFilter or at PreScore. They are not called
/// again as long as nothing changes that their skip depends on.
final class SkipCache {
    private record Skipped(DependsOn depends, PodParts parts) {}

    private final @Nullable Skipped[] skipped;

    SkipCache(int plugins) {
        skipped = new Skipped[plugins];
    }

    /// Whether a plugin has skipped such a pod, and would skip this one too.
    ///
    /// @param call [PluginCall#PRE_FILTER] or [PluginCall#PRE_SCORE]
    boolean skips(EvaluatorPlan.Step<?> step, PluginCall call, Pod pod, PluginRunner runner) {
        Skipped known = step.index() < 0 ? null : skipped[step.index()];
        if (known == null || !known.parts().same(pod)) {
            return false;
        }
        try {
            return runner.stillValid(call, step.name(), known.depends());
        } catch (PluginFailure failure) {
            // The next attempt calls the plugin again.
            drop(step.index());
            throw failure;
        }
    }

    void cache(int plugin, DependsOn depends, Pod pod) {
        skipped[plugin] =
                depends.cacheable() ? new Skipped(depends, PodParts.of(pod, depends)) : null;
    }

    void drop(int plugin) {
        skipped[plugin] = null;
    }
}
