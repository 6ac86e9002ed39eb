package dev.berth.app;

import dev.berth.config.Configuration;
import dev.berth.config.Settings;
import dev.berth.engine.Engine;

/// Engines as a configuration wants them.
final class Engines {
    private Engines() {}

    static Engine.Builder of(Configuration configuration) {
        Settings settings = configuration.settings();
        Engine.Builder builder =
                Engine.builder().backoff(settings.podInitialBackoff(), settings.podMaxBackoff());
        configuration.profiles().forEach(builder::profile);
        return builder;
    }
}
