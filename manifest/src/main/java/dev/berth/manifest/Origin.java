package dev.berth.manifest;

import dev.berth.model.json.DecodeException;
import dev.berth.model.json.JsonPath;

import java.util.stream.Stream;

/// The file and position of an object. It keeps the text of the file, to find lines for messages.
public final class Origin {
    private final Source source;
    private final int document;
    private final JsonPath base;

    /// @param document the number of the document in the file, from 0
    /// @param base the path of the object in its document
    Origin(Source source, int document, JsonPath base) {
        this.source = source;
        this.document = document;
        this.base = base;
    }

    /// The file name as the user gave it; `-` is standard input.
    public String file() {
        return source.name();
    }

    /// The position of the value at a path in the object, or of the innermost value on the path
    /// that is in the text.
    public Position position(JsonPath path) {
        return source.position(document, whole(path));
    }

    /// An exception for a problem in the object.
    public ManifestException failure(DecodeException e) {
        return ManifestException.of(file(), position(e.path()), whole(e.path()), e);
    }

    /// An exception for a problem at a path in the object.
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
