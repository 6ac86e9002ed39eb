package dev.berth.app.process;

/// The stack of a thread, to be logged. It is unchecked because a log writes the stacks of
/// unchecked exceptions only.
final class ThreadStack extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ThreadStack(StackTraceElement[] frames) {
        super("stack", null, false, true);
        setStackTrace(frames);
    }
}
