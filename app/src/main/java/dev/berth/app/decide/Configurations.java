package dev.berth.app.decide;

import dev.berth.config.AlgorithmSource;
import dev.berth.config.Configuration;
import dev.berth.config.ConfigurationException;
import dev.berth.config.ConfigurationReader;
import dev.berth.config.FeatureGates;
import dev.berth.config.PluginRegistry;
import dev.berth.config.PolicyReader;
import dev.berth.model.json.Json;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Caches configurations by their JSON, because many cases have the same one.
final class Configurations {
    private static final int MAX_KEPT = 1_000;

    private final ConfigurationReader reader;
    private final Configuration defaultValue;
    private final Map<Json, Configuration> known = new ConcurrentHashMap<>();

    Configurations(PluginRegistry plugins) {
        reader = new ConfigurationReader(plugins, FeatureGates.DEFAULT);
        defaultValue = reader.defaults();
    }

    /// The default configuration.
    Configuration defaults() {
        return defaultValue;
    }

    private Configuration evaluated(Json json) {
        return reader.defaults(settings -> settings, AlgorithmSource.of(PolicyReader.read(json)));
    }

    /// @param json a configuration or a Policy
    /// @throws ConfigurationException if it is invalid
    Configuration of(Json json) {
        Configuration found = known.get(json);
        if (found == null) {
            found = PolicyReader.isPolicy(json) ? evaluated(json) : reader.read(json);
            if (known.size() >= MAX_KEPT) {
                known.clear();
            }
            known.put(json, found);
        }
        return found;
    }
}
