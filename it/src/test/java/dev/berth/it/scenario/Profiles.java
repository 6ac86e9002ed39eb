package dev.berth.it.scenario;

import dev.berth.config.DefaultProfile;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.spi.Plugin;

import java.util.Map;

/// Profiles of the in-tree plugins, for tests.
public final class Profiles {
    private Profiles() {}

    public static ProfileSpec inTree() {
        return with(Map.of(), 0);
    }

    /// The in-tree plugins with these before them.
    public static ProfileSpec with(Map<String, Plugin> plugins, int percentageOfNodesToScore) {
        var profile = ProfileSpec.named("default-scheduler");
        plugins.forEach(profile::with);
        DefaultProfile.addTo(profile);
        return profile.percentageOfNodesToScore(percentageOfNodesToScore).build();
    }
}
