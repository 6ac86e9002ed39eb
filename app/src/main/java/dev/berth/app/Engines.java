package dev.berth.app;

import dev.berth.config.Configuration;
import dev.berth.config.Settings;
import dev.berth.engine.Engine;
import dev.berth.engine.decide.Decider;
import dev.berth.kube.extender.HttpExtender;

import java.util.List;

/// Engines and deciders as a configuration wants them.
final class Engines {
    private Engines() {}

    static Engine.Builder of(Configuration configuration) {
        Settings settings = configuration.settings();
        Engine.Builder builder =
                Engine.builder().backoff(settings.podInitialBackoff(), settings.podMaxBackoff());
        configuration.profiles().forEach(builder::profile);
        return builder.extenders(extenders(configuration));
    }

    static Decider decider(Configuration configuration) {
        return new Decider(configuration.profiles(), extenders(configuration));
    }

    private static List<HttpExtender> extenders(Configuration configuration) {
        return configuration.extenders().stream().map(HttpExtender::new).toList();
    }
}
