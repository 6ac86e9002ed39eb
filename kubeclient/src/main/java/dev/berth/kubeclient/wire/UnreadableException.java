package dev.berth.kubeclient.wire;

import java.io.IOException;

/// An object came whole and makes no sense; what comes after it can be read.
public final class UnreadableException extends IOException {
    private static final long serialVersionUID = 1L;

    public UnreadableException(Exception cause) {
        super(cause.getMessage() == null ? cause.toString() : cause.getMessage(), cause);
    }
}
