package dev.berth.app;

/// What a command throws when it cannot go on and the user can do something about it. The message
/// says what, the value, and the next step; it is shown without a stack trace.
final class Failure extends RuntimeException {
    private final int exitCode;

    Failure(String message) {
        this(ExitCode.FAILED, message);
    }

    /// @param exitCode what the process says to the shell, see [ExitCode]
    Failure(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    int exitCode() {
        return exitCode;
    }
}
