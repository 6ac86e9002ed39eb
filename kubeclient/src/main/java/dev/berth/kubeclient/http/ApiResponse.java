package dev.berth.kubeclient.http;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;

/// The answer of an API server: its head, and a body that is read as it comes.
///
/// @param headers by name in small letters
public record ApiResponse(int status, Map<String, String> headers, InputStream body)
        implements AutoCloseable {
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    public boolean granted() {
        return status >= 200 && status < 300;
    }

    /// Gives up what of the body has not been read.
    @Override
    public void close() throws IOException {
        body.close();
    }
}
