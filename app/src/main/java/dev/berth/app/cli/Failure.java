package dev.berth.app.cli;

/// A failure that the user can do something about. The message states what is wrong, the value, and
/// the next step; it is printed without a stack trace.
public final class Failure extends RuntimeException {
    private final int exitCode;
    private final String hint;

    public Failure(String message) {
        this(ExitCode.FAILED, message);
    }

    /// @param exitCode see [ExitCode]
    public Failure(int exitCode, String message) {
        this(exitCode, message, "");
    }

    /// @param hint what to do or where to read more, on a line of its own; empty if there is
    ///   nothing to add
    public Failure(int exitCode, String message, String hint) {
        super(message);
        this.exitCode = exitCode;
        this.hint = hint;
    }

    /// @param cause printed with its stack trace if `BERTH_DEBUG` is 1
    public Failure(int exitCode, String message, Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
        this.hint = "";
    }

    public String hint() {
        return hint;
    }

    public int exitCode() {
        return exitCode;
    }
}
