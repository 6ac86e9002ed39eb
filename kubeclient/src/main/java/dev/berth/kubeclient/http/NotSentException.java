package dev.berth.kubeclient.http;

import java.io.IOException;

import javax.net.ssl.SSLException;

/// The request never left, so that nothing of it can have been done.
public final class NotSentException extends IOException {
    private static final long serialVersionUID = 1L;

    public NotSentException(String message) {
        super(message);
    }

    public NotSentException(String message, Throwable cause) {
        super(message, cause);
    }

    /// Whether the server is there, but no way was found to trust each other.
    public boolean isAboutTrust() {
        Throwable cause = getCause();
        while (cause != null && !(cause instanceof SSLException)) {
            cause = cause.getCause();
        }
        return cause != null;
    }
}
