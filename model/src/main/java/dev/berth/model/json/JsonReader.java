package dev.berth.model.json;

import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;

import java.io.InputStream;
import java.util.Optional;

/// Reads one JSON document after the other from a stream in UTF-8: JSON lines, a watch, or
/// documents without anything between them. A document is handed out as soon as its last byte has
/// come.
///
/// Columns in messages are counted in bytes. After an exception nothing more can be read.
public final class JsonReader implements AutoCloseable {
    private final CheckedUtf8Stream stream;
    private final JsonParser parser;
    private final TreeReader trees;

    public JsonReader(InputStream utf8, JsonOptions options) {
        stream = new CheckedUtf8Stream(utf8, options);
        parser = JsonParsing.FACTORY.createParser(ObjectReadContext.empty(), stream);
        trees = new TreeReader(parser, options, location -> location.getColumnNr());
    }

    public JsonReader(InputStream utf8) {
        this(utf8, JsonOptions.DEFAULT);
    }

    /// The next document, or nothing at the end of the stream.
    ///
    /// @throws JsonException if what comes is not JSON
    /// @throws java.io.UncheckedIOException if the stream cannot be read
    public Optional<Json> next() {
        stream.startDocument();
        return trees.nextDocument();
    }

    /// Closes the stream too.
    @Override
    public void close() {
        parser.close();
    }
}
