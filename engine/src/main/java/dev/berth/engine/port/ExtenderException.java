package dev.berth.engine.port;

/// An extender could not be asked, or what it answered makes no sense.
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

    /// It was asked, and no answer came.
    public static ExtenderException unanswered(String message, Throwable cause) {
        return new ExtenderException(message, cause, true);
    }

    /// Whether what was asked for may have been done all the same.
    public boolean unanswered() {
        return unanswered;
    }
}
