package dev.berth.app;

/// What a command throws when it cannot go on and the user can do something about it. The message
/// says what, the value, and the next step; it is shown without a stack trace.
final class Failure extends RuntimeException {
    Failure(String message) {
        super(message);
    }

    Failure(String message, Throwable cause) {
        super(message, cause);
    }
}
