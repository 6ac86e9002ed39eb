package dev.berth.expression;

/// A selector does not compile, or it has no result for a device.
///
/// The message is the part that comes from the expression. The caller adds what Kubernetes puts
/// before it, which depends on the kind.
public final class ExpressionException extends Exception {
    private static final long serialVersionUID = 1;

    /// What failed.
    public enum Kind {
        /// The expression is no selector. Kubernetes puts `CEL compile error: ` before the message.
        COMPILE,
        /// An attribute of the device has no value that an expression can use. The message begins
        /// with `attribute <name>: `. Kubernetes handles it like a failed evaluation.
        CONVERSION,
        /// The evaluation failed. Kubernetes puts `CEL runtime error: ` before the message. For a
        /// message that contains `no such key:`, it adds a hint after the message.
        RUNTIME
    }

    private final Kind kind;

    public ExpressionException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
