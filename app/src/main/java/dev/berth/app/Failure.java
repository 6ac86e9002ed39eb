package dev.berth.app;

/// What a command throws when it cannot go on and the user can do something about it. The message
/// says what, the value, and the next step; it is shown without a stack trace.
final class Failure extends RuntimeException {
    private final int exitCode;
    private final String hint;

    Failure(String message) {
        this(ExitCode.FAILED, message);
    }

    /// @param exitCode what the process says to the shell, see [ExitCode]
    Failure(int exitCode, String message) {
        this(exitCode, message, "");
    }

    /// @param hint where to read more, a line of its own; empty if there is none
    Failure(int exitCode, String message, String hint) {
        super(message);
        this.exitCode = exitCode;
        this.hint = hint;
    }

    String hint() {
        return hint;
    }

    int exitCode() {
        return exitCode;
    }
}
