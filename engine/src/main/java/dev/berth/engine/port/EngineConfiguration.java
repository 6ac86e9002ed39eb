package dev.berth.engine.port;

import java.time.Duration;
import java.util.List;

/// The part of a scheduler's configuration that can change while it runs.
///
/// @param extenders the engine closes them when no attempt uses them any more
/// @param initialBackoff the backoff of a pod after its first failed attempt
public record EngineConfiguration(
        List<ProfileSpec> profiles,
        List<? extends Extender> extenders,
        Duration initialBackoff,
        Duration maxBackoff) {
    public EngineConfiguration {
        profiles = List.copyOf(profiles);
        extenders = List.copyOf(extenders);
    }
}
