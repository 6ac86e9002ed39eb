package dev.berth.app;

import dev.berth.engine.port.ProfileSpec;
import dev.berth.model.PodSpec;
import dev.berth.plugins.InTree;

/// The profile of a scheduler that nobody configured.
final class DefaultProfile {
    private DefaultProfile() {}

    static ProfileSpec spec() {
        var profile = ProfileSpec.named(PodSpec.DEFAULT_SCHEDULER);
        InTree.defaults().forEach(each -> profile.with(each.provider(), each.weight()));
        return profile.build();
    }
}
