package dev.berth.engine.robustness;

/// How a plugin can misbehave.
public enum Fault {
    EXCEPTION,
    OVERFLOW,
    MISSING_CLASS,
    ASSERTION,
    NULL,
    OUT_OF_RANGE;

    /// Throws; does nothing if the fault is a returned value.
    void strike() {
        switch (this) {
            case EXCEPTION -> throw new IllegalStateException("thrown on purpose");
            case OVERFLOW -> deeper(0);
            case MISSING_CLASS -> throw new NoClassDefFoundError("com/example/Gone");
            case ASSERTION -> throw new AssertionError("thrown on purpose");
            case NULL, OUT_OF_RANGE -> {}
        }
    }

    @SuppressWarnings("InfiniteRecursion") // Until the stack ends.
    private static int deeper(int depth) {
        return deeper(depth + 1) + 1;
    }
}
