package dev.berth.spi;

/// An object cannot be assumed, because it has changed or was deleted since the plugin read it.
public final class OutOfSyncException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public OutOfSyncException(String message) {
        super(message);
    }
}
