package dev.berth.engine.cycle;

import dev.berth.engine.profile.NamedPlugin;
import dev.berth.engine.profile.Profile;
import dev.berth.engine.view.PodReport;
import dev.berth.model.Pod;
import dev.berth.spi.PreEnqueue;
import dev.berth.spi.Reject;

import java.util.List;
import java.util.Optional;

/// Finds out whether a plugin keeps a pod from being tried.
public final class PreEnqueueCheck {
    private PreEnqueueCheck() {}

    public static Optional<PodReport.Gate> of(Profile profile, Pod pod) {
        for (NamedPlugin<PreEnqueue> plugin : profile.preEnqueues()) {
            try {
                if (PluginFailure.answered(plugin.plugin().preEnqueue(pod)) instanceof Reject why) {
                    return Optional.of(new PodReport.Gate(plugin.name(), why.reasons()));
                }
            } catch (RuntimeException | Error problem) {
                return Optional.of(
                        new PodReport.Gate(plugin.name(), List.of(PluginFailure.textOf(problem))));
            }
        }
        return Optional.empty();
    }
}
