package dev.berth.model.json;

import dev.berth.model.MessageText;

/// A JSON document does not have the expected structure: the path, the value and the problem.
public final class DecodeException extends RuntimeException {
    private static final int MAX_PATH = 300;

    private final JsonPath path;
    private final String value;
    private final String problem;

    /// @param value the value as JSON text, or empty if there is none
    /// @param problem the problem, as a text that follows the value: `is not an integer`
    public DecodeException(JsonPath path, String value, String problem) {
        super(message(path, MessageText.plain(value), problem));
        this.path = path;
        this.value = MessageText.plain(value);
        this.problem = problem;
    }

    private static String message(JsonPath path, String value, String problem) {
        String where = MessageText.plain(path.toString(), MAX_PATH);
        return (where.isEmpty() ? "" : where + ": ")
                + (value.isEmpty() ? "" : value + " ")
                + problem;
    }

    public JsonPath path() {
        return path;
    }

    /// The value as JSON text, shortened, or empty if there is none.
    public String value() {
        return value;
    }

    public String problem() {
        return problem;
    }
}
