package dev.berth.manifest;

import dev.berth.model.MessageText;
import dev.berth.model.json.DecodeException;
import dev.berth.model.json.JsonPath;

import java.util.Optional;

/// A manifest cannot be used. The message is one line: the file, the line and column if known, the
/// path and value if known, and the problem.
public final class ManifestException extends RuntimeException {
    private static final int MAX_PATH = 300;
    private static final int MAX_PROBLEM = 300;

    private final String file;
    private final Optional<Position> position;
    private final String problem;

    private ManifestException(String file, Optional<Position> position, String what) {
        super(
                MessageText.plain(file, MAX_PATH)
                        + position.map(at -> ":" + at).orElse("")
                        + ": "
                        + what);
        this.file = file;
        this.position = position;
        this.problem = what;
    }

    static ManifestException of(String file, String problem) {
        return new ManifestException(
                file, Optional.empty(), MessageText.plain(problem, MAX_PROBLEM));
    }

    static ManifestException of(String file, Position position, String problem) {
        return new ManifestException(
                file, Optional.of(position), MessageText.plain(problem, MAX_PROBLEM));
    }

    static ManifestException of(String file, Position position, JsonPath path, String problem) {
        String where = MessageText.plain(path.toString(), MAX_PATH);
        String what = MessageText.plain(problem, MAX_PROBLEM);
        return new ManifestException(
                file, Optional.of(position), where.isEmpty() ? what : where + ": " + what);
    }

    /// @param path the path of the problem from the root of the document
    static ManifestException of(String file, Position position, JsonPath path, DecodeException e) {
        return of(
                file,
                position,
                path,
                e.value().isEmpty() ? e.problem() : e.value() + " " + e.problem());
    }

    public String file() {
        return file;
    }

    public Optional<Position> position() {
        return position;
    }

    /// The message without file and position.
    public String problem() {
        return problem;
    }
}
