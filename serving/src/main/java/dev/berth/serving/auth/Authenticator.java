package dev.berth.serving.auth;

import dev.berth.serving.http.ServerRequest;

/// Authenticates requests by one kind of credentials. Kubernetes: `authenticator.Request`.
@FunctionalInterface
public interface Authenticator {
    AuthenticationResult proof(ServerRequest call) throws InterruptedException;
}
