package dev.berth.kube.http;

import java.io.IOException;

/// The request never left, so that nothing of it can have been done.
public final class NotSentException extends IOException {
    private static final long serialVersionUID = 1L;

    public NotSentException(String message) {
        super(message);
    }

    public NotSentException(String message, Throwable cause) {
        super(message, cause);
    }
}
