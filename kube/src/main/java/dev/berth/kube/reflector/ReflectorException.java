package dev.berth.kube.reflector;

import dev.berth.kubeclient.ApiStatus;

import java.io.IOException;

/// The server refused to list or to be watched, or ended a watch.
final class ReflectorException extends IOException {
    private static final long serialVersionUID = 1L;
    private static final int GONE = 410;

    private final int code;

    ReflectorException(ApiStatus status) {
        super(
                status.message().isEmpty()
                        ? "the server answered " + status.code()
                        : status.message());
        this.code = status.code();
    }

    /// Whether what was asked for is too old to be told.
    boolean tooOld() {
        return code == GONE;
    }

    /// Whether the server does not understand the question.
    boolean notUnderstood() {
        return code == 400 || code == 422;
    }
}
