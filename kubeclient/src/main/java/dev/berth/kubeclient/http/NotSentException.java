package dev.berth.kubeclient.http;

import java.io.IOException;

import javax.net.ssl.SSLException;

/// The request was not sent, so the server cannot have processed it.
public final class NotSentException extends IOException {
    private static final long serialVersionUID = 1L;

    public NotSentException(String message) {
        super(message);
    }

    public NotSentException(String message, Throwable cause) {
        super(message, cause);
    }

    /// Whether the TLS handshake with the server failed.
    public boolean isAboutTrust() {
        Throwable cause = getCause();
        while (cause != null && !(cause instanceof SSLException)) {
            cause = cause.getCause();
        }
        return cause != null;
    }
}
