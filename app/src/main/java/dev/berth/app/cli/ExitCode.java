package dev.berth.app.cli;

/// The exit codes of the process: 0 for success, 1 for a negative answer, above 1 for errors.
public final class ExitCode {
    public static final int FINE = 0;
    public static final int NO = 1;
    public static final int USAGE = 2;

    // The launcher uses 3: no JDK 25, no Maven, or the build failed.
    public static final int FAILED = 4;
    public static final int BUG = 70;

    private ExitCode() {}
}
