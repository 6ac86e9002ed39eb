package dev.berth.expression.eval;

/// The evaluation costs more than its limit.
public final class CostLimitException extends RuntimeException {
    private static final long serialVersionUID = 1;

    CostLimitException() {
        super("operation cancelled: actual cost limit exceeded", null, false, false);
    }
}
