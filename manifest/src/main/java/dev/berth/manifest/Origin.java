package dev.berth.manifest;

import dev.berth.model.json.DecodeException;
import dev.berth.model.json.JsonPath;

import java.util.stream.Stream;

/// Where an object came from. It keeps the text of its file, to find lines when something is wrong.
public final class Origin {
    private final Source source;
    private final int document;
    private final JsonPath base;

    /// @param document its number in the file, from 0
    /// @param base where the object is in its document
    Origin(Source source, int document, JsonPath base) {
        this.source = source;
        this.document = document;
        this.base = base;
    }

    /// As it was named by the user; `-` is standard input.
    public String file() {
        return source.name();
    }

    /// Where the value at a path inside the object begins, or the innermost one around it that is
    /// in the text.
    public Position position(JsonPath path) {
        return source.position(document, whole(path));
    }

    /// For whoever finds a problem in the object.
    public ManifestException failure(DecodeException e) {
        return ManifestException.of(file(), position(e.path()), whole(e.path()), e);
    }

    /// For whoever finds a problem in the object.
    public ManifestException failure(JsonPath path, String problem) {
        return ManifestException.of(file(), position(path), whole(path), problem);
    }

    Origin inside(JsonPath path) {
        return new Origin(source, document, whole(path));
    }

    private JsonPath whole(JsonPath path) {
        return new JsonPath(Stream.concat(base.steps().stream(), path.steps().stream()).toList());
    }

    @Override
    public String toString() {
        return file() + ":" + position(JsonPath.ROOT);
    }
}
