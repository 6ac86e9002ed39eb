package dev.berth.app.cli;

/// What a command throws when it cannot go on and the user can do something about it. The message
/// says what, the value, and the next step; it is shown without a stack trace.
public final class Failure extends RuntimeException {
    private final int exitCode;
    private final String hint;

    public Failure(String message) {
        this(ExitCode.FAILED, message);
    }

    /// @param exitCode what the process says to the shell, see [ExitCode]
    public Failure(int exitCode, String message) {
        this(exitCode, message, "");
    }

    /// @param hint where to read more, a line of its own; empty if there is none
    public Failure(int exitCode, String message, String hint) {
        super(message);
        this.exitCode = exitCode;
        this.hint = hint;
    }

    public String hint() {
        return hint;
    }

    public int exitCode() {
        return exitCode;
    }
}
