package dev.berth.model.json;

/// A text is not JSON, or is not within the limits: the position and the problem.
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

    /// Starts at 1.
    public int line() {
        return line;
    }

    /// Starts at 1, in characters.
    public int column() {
        return column;
    }

    public String problem() {
        return problem;
    }
}
