package dev.berth.serving.http;

import java.io.IOException;
import java.io.OutputStream;

/// The body of an answer that is not known as a whole when it begins.
@FunctionalInterface
public interface StreamingBody {
    /// Writes until there is no more to say. What is written is on its way at once, so it is to be
    /// written in pieces of some size; a reader who is slow makes this wait. Headers go with the
    /// first piece, or earlier if `out` is flushed.
    ///
    /// @throws IOException if nobody reads any more
    void writeTo(OutputStream out) throws IOException, InterruptedException;

    /// Told, on any thread, that nobody reads any more. Not all who leave say so.
    default void gone() {}
}
