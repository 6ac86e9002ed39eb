package dev.berth.engine.profile;

import dev.berth.engine.port.ProfileSpec;
import dev.berth.spi.PluginContext;

/// Creates the contexts of plugins.
@FunctionalInterface
public interface PluginContexts {
    PluginContext create(ProfileSpec profile, String plugin);
}
