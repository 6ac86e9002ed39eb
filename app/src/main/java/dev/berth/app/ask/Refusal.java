package dev.berth.app.ask;

/// There is no answer, and this is why.
public final class Refusal extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean answered;
    private final String hint;

    /// @param answered whether the server said so itself
    /// @param hint what to do, as lines of their own; empty if there is nothing
    Refusal(boolean answered, String message, String hint) {
        super(message);
        this.answered = answered;
        this.hint = hint;
    }

    public boolean answered() {
        return answered;
    }

    public String hint() {
        return hint;
    }
}
