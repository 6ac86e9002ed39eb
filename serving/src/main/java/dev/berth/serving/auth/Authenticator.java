package dev.berth.serving.auth;

import dev.berth.serving.http.ServerRequest;

/// One way to find out who asks.
@FunctionalInterface
public interface Authenticator {
    AuthenticationResult proof(ServerRequest call) throws InterruptedException;
}
