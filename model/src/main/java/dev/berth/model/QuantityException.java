package dev.berth.model;

/// A text is not a quantity.
public final class QuantityException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    private final String problem;

    QuantityException(String text, String problem) {
        super(MessageText.quoted(text) + " is not a quantity: " + problem);
        this.problem = problem;
    }

    /// The problem without the text: `unknown suffix "x"`.
    public String problem() {
        return problem;
    }
}
