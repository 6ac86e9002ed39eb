package dev.berth.spi;

/// A bind plugin does not know whether the pod is bound, because it received no response. The pod
/// stays assumed until the scheduler has read it from the API server.
public final class UnknownOutcomeException extends Exception {
    private static final long serialVersionUID = 1L;

    public UnknownOutcomeException(String message) {
        super(message);
    }
}
