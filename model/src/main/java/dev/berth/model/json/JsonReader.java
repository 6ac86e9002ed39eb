package dev.berth.model.json;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.function.Consumer;

/// Reads a sequence of JSON documents from a stream in UTF-8: JSON lines, a watch, or documents
/// without separators. A document is returned when its last byte arrives.
///
/// Columns in messages count bytes. After an exception, the reader cannot be used.
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

    /// The next document, or empty at the end of the stream.
    ///
    /// @throws JsonException if the input is not JSON
    /// @throws UncheckedIOException if the stream cannot be read
    public Optional<Json> next() {
        stream.startDocument();
        return reader().nextDocument();
    }

    /// The next document, or empty at the end of the stream. If the document is an object with a
    /// list of this name, the reader passes the elements to `each` as they arrive and leaves them
    /// out of the result. The list can have any length; the size limit applies to each element.
    ///
    /// @throws JsonException if the input is not JSON
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
        // The constructor of the parser blocks until the first bytes arrive, so it is called late.
        TreeReader reader = trees;
        if (reader == null) {
            reader = TreeReader.over(stream, options);
            trees = reader;
        }
        return reader;
    }

    /// Also closes the stream.
    @Override
    public void close() {
        try {
            stream.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
