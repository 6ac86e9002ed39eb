package dev.berth.model;

/// A text that is not a quantity, and why.
public final class QuantityException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    private final String problem;

    QuantityException(String text, String problem) {
        super(MessageText.quoted(text) + " is not a quantity: " + problem);
        this.problem = problem;
    }

    /// What is wrong, without the text itself: `unknown suffix "x"`.
    public String problem() {
        return problem;
    }
}
