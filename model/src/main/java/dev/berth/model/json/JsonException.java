package dev.berth.model.json;

/// A text that is not JSON, or not within the limits: where, and what is wrong.
public final class JsonException extends RuntimeException {
    private final int line;
    private final int column;
    private final String problem;

    JsonException(int line, int column, String problem) {
        super("line " + line + ", column " + column + ": " + problem);
        this.line = line;
        this.column = column;
        this.problem = problem;
    }

    /// Counted from 1.
    public int line() {
        return line;
    }

    /// Counted from 1, in characters.
    public int column() {
        return column;
    }

    public String problem() {
        return problem;
    }
}
