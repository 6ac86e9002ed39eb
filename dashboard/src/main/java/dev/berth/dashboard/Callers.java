package dev.berth.dashboard;

import dev.berth.serving.http.ServerRequest;

import java.util.Optional;

/// Knows who asks.
@FunctionalInterface
public interface Callers {
    /// What the caller may see; empty for those who prove nothing.
    Optional<Sight> sight(ServerRequest call) throws InterruptedException;
}
