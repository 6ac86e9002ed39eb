package dev.berth.kubeclient.wire;

import java.io.IOException;

/// Not even the name of an object can be decoded. The content after the object can be read.
public final class UnreadableException extends IOException {
    private static final long serialVersionUID = 1L;

    public UnreadableException(Exception cause) {
        super(cause.getMessage() == null ? cause.toString() : cause.getMessage(), cause);
    }
}
