package dev.berth.model;

import java.io.Serial;

/// A selector that cannot be read; the message is the one kube-scheduler gives.
public final class SelectorException extends IllegalArgumentException {
    @Serial private static final long serialVersionUID = 1;

    public SelectorException(String message) {
        super(message);
    }
}
