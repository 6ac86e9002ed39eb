package dev.berth.dashboard;

import dev.berth.serving.http.ServerRequest;

import java.util.Optional;

/// Authenticates requests.
@FunctionalInterface
public interface RequestAuthenticator {
    /// What the caller may list; empty for a request without valid credentials.
    Optional<ListAccess> authenticate(ServerRequest call) throws InterruptedException;
}
