package dev.berth.engine.port;

/// An extender could not be called, or its response is not valid.
public final class ExtenderException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean unanswered;

    public ExtenderException(String message) {
        super(message);
        this.unanswered = false;
    }

    public ExtenderException(String message, Throwable cause) {
        this(message, cause, false);
    }

    private ExtenderException(String message, Throwable cause, boolean unanswered) {
        super(message, cause);
        this.unanswered = unanswered;
    }

    /// The extender was called, and no response came.
    public static ExtenderException unanswered(String message, Throwable cause) {
        return new ExtenderException(message, cause, true);
    }

    /// Whether the extender may have carried out the request.
    public boolean unanswered() {
        return unanswered;
    }
}
