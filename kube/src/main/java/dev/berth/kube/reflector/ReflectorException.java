package dev.berth.kube.reflector;

import dev.berth.kubeclient.ApiStatus;

import java.io.IOException;

/// The server rejected a list or a watch, or ended a watch with an error.
final class ReflectorException extends IOException {
    private static final long serialVersionUID = 1L;
    private static final int GONE = 410;

    private final int code;

    ReflectorException(ApiStatus status) {
        super(
                status.message().isEmpty()
                        ? "the server responded with " + status.code()
                        : status.message());
        this.code = status.code();
    }

    /// Whether the resource version is too old, or the continue token has expired.
    boolean tooOld() {
        return code == GONE;
    }

    /// Whether the server does not support the parameters of the request.
    boolean notUnderstood() {
        return code == 400 || code == 422;
    }
}
