package dev.berth.config;

import dev.berth.engine.port.ProfileSpec;
import dev.berth.model.PodSpec;

/// The default profile.
public final class DefaultProfile {
    private DefaultProfile() {}

    public static ProfileSpec spec() {
        return builder().build();
    }

    /// A builder, to which more plugins can be added.
    public static ProfileSpec.Builder builder() {
        return addTo(ProfileSpec.named(PodSpec.DEFAULT_SCHEDULER));
    }

    /// Adds the default plugins and feature gates to a profile.
    public static ProfileSpec.Builder addTo(ProfileSpec.Builder profile) {
        PluginRegistry registry = PluginRegistry.inTree();
        var uses =
                DefaultPlugins.withoutThoseToCome(
                        DefaultPlugins.multiPoint(FeatureGates.DEFAULT), registry);
        for (ProfileSpec.Use use : uses) {
            profile.with(registry.find(use.name()).orElseThrow(), use.weight());
        }
        return profile.gates(FeatureGates.DEFAULT);
    }
}
