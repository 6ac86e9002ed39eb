package dev.berth.engine.cycle;

import dev.berth.engine.profile.NamedPlugin;
import dev.berth.engine.profile.PluginFailure;
import dev.berth.engine.profile.PluginRunner;
import dev.berth.engine.profile.Profile;
import dev.berth.engine.view.PodReport;
import dev.berth.model.Pod;
import dev.berth.spi.PreEnqueue;
import dev.berth.spi.Reject;

import java.util.List;
import java.util.Optional;

/// Whether a PreEnqueue plugin gates a pod, for reports.
public final class PreEnqueueCheck {
    private PreEnqueueCheck() {}

    /// The first plugin that gates the pod. A plugin that fails gates it, too.
    public static Optional<PodReport.Gate> of(Profile profile, Pod pod, PluginRunner runner) {
        for (NamedPlugin<PreEnqueue> plugin : profile.preEnqueues()) {
            try {
                if (runner.preEnqueue(plugin, pod) instanceof Reject why) {
                    return Optional.of(new PodReport.Gate(plugin.name(), why.reasons()));
                }
            } catch (PluginFailure failure) {
                runner.failures().report(failure, pod);
                return Optional.of(
                        new PodReport.Gate(plugin.name(), List.of(PluginFailure.textOf(failure))));
            }
        }
        return Optional.empty();
    }
}
