package dev.berth.expression.value;

/// An operation that ends in a panic in cel-go. The evaluation fails with `internal error: ...`.
public final class PanicException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public PanicException(String message) {
        super(message, null, false, false);
    }

    /// A value that cannot be a key in a map of Go.
    public static PanicException unhashable(Value value) {
        return new PanicException("runtime error: hash of unhashable type " + value.goType());
    }
}
