package dev.berth.expression.compile;

/// The expression is no selector.
public final class CompileException extends Exception {
    private static final long serialVersionUID = 1;

    public CompileException(String message) {
        super(message);
    }
}
