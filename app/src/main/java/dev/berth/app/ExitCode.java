package dev.berth.app;

/// What the process says to the shell: 0 is fine, 1 a negative answer, everything above an error.
final class ExitCode {
    static final int FINE = 0;
    static final int NO = 1;
    static final int USAGE = 2;

    // 3 is the launcher's: no JDK 25, no Maven, or the build failed.
    static final int FAILED = 4;
    static final int BUG = 70;

    private ExitCode() {}
}
