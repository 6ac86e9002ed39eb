package dev.berth.model.json;

import java.io.IOException;

/// What a checked stream throws when what flows through it must not be read on.
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
