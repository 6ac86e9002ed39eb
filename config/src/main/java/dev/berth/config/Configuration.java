package dev.berth.config;

import dev.berth.engine.port.ProfileSpec;

import java.util.List;

/// What a configuration says.
public record Configuration(List<ProfileSpec> profiles) {
    public Configuration {
        profiles = List.copyOf(profiles);
    }
}
