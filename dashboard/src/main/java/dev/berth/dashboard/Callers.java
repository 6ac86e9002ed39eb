package dev.berth.dashboard;

import dev.berth.serving.http.Call;

import java.util.Optional;

/// Knows who asks.
@FunctionalInterface
public interface Callers {
    /// What the caller may see; empty for those who prove nothing.
    Optional<Sight> sight(Call call) throws InterruptedException;
}
