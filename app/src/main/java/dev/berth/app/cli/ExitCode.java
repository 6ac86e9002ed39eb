package dev.berth.app.cli;

/// What the process says to the shell: 0 is fine, 1 a negative answer, everything above an error.
public final class ExitCode {
    public static final int FINE = 0;
    public static final int NO = 1;
    public static final int USAGE = 2;

    // 3 is the launcher's: no JDK 25, no Maven, or the build failed.
    public static final int FAILED = 4;
    public static final int BUG = 70;

    private ExitCode() {}
}
