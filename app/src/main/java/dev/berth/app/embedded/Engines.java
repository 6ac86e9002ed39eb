package dev.berth.app.embedded;

import dev.berth.config.Configuration;
import dev.berth.config.Settings;
import dev.berth.engine.Engine;
import dev.berth.engine.decide.Decider;
import dev.berth.engine.port.EngineConfiguration;
import dev.berth.engine.port.Log;
import dev.berth.kube.extender.HttpExtender;
import dev.berth.kubeclient.http.SendGuard;
import dev.berth.model.Kind;

import java.util.List;
import java.util.Set;

/// Creates engines and deciders from a configuration.
public final class Engines {
    private Engines() {}

    public static Engine.Builder of(Configuration configuration) {
        return of(configuration, SendGuard.FREE);
    }

    /// @param passage the check that bindings by extenders pass before they are sent
    public static Engine.Builder of(Configuration configuration, SendGuard passage) {
        Settings settings = configuration.settings();
        Engine.Builder builder =
                Engine.builder().backoff(settings.podInitialBackoff(), settings.podMaxBackoff());
        configuration.profiles().forEach(builder::profile);
        return builder.extenders(extenders(configuration, passage));
    }

    /// The part of a configuration that an engine can change while it runs.
    ///
    /// @param passage as in [#of]
    public static EngineConfiguration reloadable(Configuration configuration, SendGuard passage) {
        Settings settings = configuration.settings();
        return new EngineConfiguration(
                configuration.profiles(),
                extenders(configuration, passage),
                settings.podInitialBackoff(),
                settings.podMaxBackoff());
    }

    /// The kinds that the plugins of a configuration read besides pods and nodes.
    public static Set<Kind> reads(Configuration configuration) {
        try (var decider = new Decider(configuration.profiles())) {
            return decider.reads();
        }
    }

    /// @param log receives the failures of plugins and extenders
    public static Decider decider(Configuration configuration, Log log) {
        return new Decider(configuration.profiles(), extenders(configuration, SendGuard.FREE), log);
    }

    private static List<HttpExtender> extenders(Configuration configuration, SendGuard passage) {
        return configuration.extenders().stream()
                .map(spec -> new HttpExtender(spec, passage))
                .toList();
    }
}
