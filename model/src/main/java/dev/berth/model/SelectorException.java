package dev.berth.model;

import java.io.Serial;

/// A selector is invalid. The message equals kube-scheduler's.
public final class SelectorException extends IllegalArgumentException {
    @Serial private static final long serialVersionUID = 1;

    public SelectorException(String message) {
        super(message);
    }
}
