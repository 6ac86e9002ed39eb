package dev.berth.model.json;

import java.io.IOException;

/// A checked stream contains invalid data.
final class UnreadableStreamException extends IOException {
    private final String problem;

    UnreadableStreamException(String problem) {
        super(problem);
        this.problem = problem;
    }

    String problem() {
        return problem;
    }
}
