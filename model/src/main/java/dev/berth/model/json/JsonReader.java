package dev.berth.model.json;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.function.Consumer;

/// Reads one JSON document after the other from a stream in UTF-8: JSON lines, a watch, or
/// documents without anything between them. A document is handed out as soon as its last byte has
/// come.
///
/// Columns in messages are counted in bytes. After an exception nothing more can be read.
public final class JsonReader implements AutoCloseable {
    private final CheckedUtf8Stream stream;
    private final JsonOptions options;
    private @Nullable TreeReader trees;

    public JsonReader(InputStream utf8, JsonOptions options) {
        this.stream = new CheckedUtf8Stream(utf8, options);
        this.options = options;
    }

    public JsonReader(InputStream utf8) {
        this(utf8, JsonOptions.DEFAULT);
    }

    /// The next document, or nothing at the end of the stream.
    ///
    /// @throws JsonException if what comes is not JSON
    /// @throws UncheckedIOException if the stream cannot be read
    public Optional<Json> next() {
        stream.startDocument();
        return reader().nextDocument();
    }

    /// The next document, or nothing at the end of the stream. If it is an object with a list of
    /// this name, the elements are handed over one by one as they come and are not part of it, so
    /// that a list of any length can be read; the limit of size holds for each element.
    ///
    /// @throws JsonException if what comes is not JSON
    /// @throws UncheckedIOException if the stream cannot be read
    public Optional<Json> next(String list, Consumer<Json> each) {
        stream.startDocument();
        return reader().nextDocument(
                        list,
                        element -> {
                            stream.startDocument();
                            each.accept(element);
                        });
    }

    private TreeReader reader() {
        // Not before: the parser waits for the first bytes when it is made.
        TreeReader reader = trees;
        if (reader == null) {
            reader = TreeReader.over(stream, options);
            trees = reader;
        }
        return reader;
    }

    /// Closes the stream too.
    @Override
    public void close() {
        try {
            stream.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
