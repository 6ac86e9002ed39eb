package dev.berth.kube.http;

import java.io.IOException;

/// The server could not be reached, so that nothing of the request can have been done.
public final class NotSentException extends IOException {
    private static final long serialVersionUID = 1L;

    public NotSentException(String message, Throwable cause) {
        super(message, cause);
    }
}
