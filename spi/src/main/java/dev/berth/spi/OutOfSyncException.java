package dev.berth.spi;

/// Something was to be assumed of an object that is no longer what it was, or is gone.
public final class OutOfSyncException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public OutOfSyncException(String message) {
        super(message);
    }
}
