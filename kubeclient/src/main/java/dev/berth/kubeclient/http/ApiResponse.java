package dev.berth.kubeclient.http;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;

/// The response of an API server: its head, and a body that the caller reads as a stream.
///
/// @param headers by lowercase name
public record ApiResponse(int status, Map<String, String> headers, InputStream body)
        implements AutoCloseable {
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    public boolean granted() {
        return status >= 200 && status < 300;
    }

    /// Discards the rest of the body.
    @Override
    public void close() throws IOException {
        body.close();
    }
}
