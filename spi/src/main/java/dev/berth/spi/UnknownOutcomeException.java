package dev.berth.spi;

/// Thrown by a bind plugin that got no answer: the pod may be bound or not, and its room is held
/// until the truth is read.
public final class UnknownOutcomeException extends Exception {
    private static final long serialVersionUID = 1L;

    public UnknownOutcomeException(String message) {
        super(message);
    }
}
