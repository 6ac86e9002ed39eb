package dev.berth.app.flags;

/// A command line that cannot be understood.
public final class FlagException extends RuntimeException {
    public FlagException(String message) {
        super(message);
    }
}
