package dev.berth.app.client;

/// A question without an answer, or with an error as its answer.
public final class AnswerException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean answered;
    private final String hint;

    /// @param answered whether the server answered with an error
    /// @param hint what the user can do, on lines of its own; empty if there is nothing
    AnswerException(boolean answered, String message, String hint) {
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
