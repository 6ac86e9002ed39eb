package dev.berth.engine.port;

/// An extender could not be asked, or what it answered makes no sense.
public final class ExtenderException extends Exception {
    private static final long serialVersionUID = 1L;

    public ExtenderException(String message) {
        super(message);
    }

    public ExtenderException(String message, Throwable cause) {
        super(message, cause);
    }
}
