package dev.berth.serving.http;

import java.io.IOException;
import java.io.OutputStream;

/// The body of a response that is produced while it is sent.
@FunctionalInterface
public interface StreamingBody {
    /// Writes the body. Every write is sent at once, so writes should not be small; a slow client
    /// blocks them. The headers are sent with the first write, or earlier if `out` is flushed.
    ///
    /// @throws IOException if the client has disconnected
    void writeTo(OutputStream out) throws IOException, InterruptedException;

    /// The client has disconnected. Any thread can call this method, and it is not called for every
    /// disconnect.
    default void gone() {}
}
