package dev.berth.serving.auth;

import dev.berth.serving.http.Call;

/// One way to find out who asks.
@FunctionalInterface
public interface Authenticator {
    Proof proof(Call call) throws InterruptedException;
}
