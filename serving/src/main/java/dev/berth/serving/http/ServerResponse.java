package dev.berth.serving.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.LinkedHashMap;
import java.util.Map;

/// The response to a request.
///
/// @param headers the headers in addition to the common ones
public record ServerResponse(int status, Map<String, String> headers, Content content) {
    public static final int OK = 200;
    public static final int BAD_REQUEST = 400;
    public static final int NOT_FOUND = 404;
    public static final int NOT_ACCEPTABLE = 406;
    public static final int INTERNAL_ERROR = 500;

    /// The content after the headers.
    public sealed interface Content {}

    @SuppressWarnings("ArrayRecordComponent") // Responses are never compared.
    public record Whole(byte[] bytes) implements Content {}

    public record Streamed(StreamingBody flow) implements Content {}

    private static final String TEXT = "text/plain; charset=utf-8";
    private static final String TYPE = "Content-Type";

    /// @param contentType absent from the response if empty
    public static ServerResponse of(int status, String contentType, byte[] body) {
        return new ServerResponse(status, typed(contentType), new Whole(body));
    }

    public static ServerResponse of(int status, String contentType, String body) {
        return of(status, contentType, body.getBytes(UTF_8));
    }

    /// Creates a response with a streamed body.
    public static ServerResponse streamed(int status, String contentType, StreamingBody flow) {
        return new ServerResponse(status, typed(contentType), new Streamed(flow));
    }

    private static Map<String, String> typed(String contentType) {
        return contentType.isEmpty() ? Map.of() : Map.of(TYPE, contentType);
    }

    /// Returns the body; empty if it is streamed.
    public byte[] body() {
        return content instanceof Whole(var bytes) ? bytes : new byte[0];
    }

    public static ServerResponse text(String body) {
        return of(OK, TEXT, body);
    }

    /// Creates an error response in one line, as Go's servers do.
    public static ServerResponse problem(int status, String text) {
        return of(status, TEXT, text + "\n").unsniffed();
    }

    public static ServerResponse notFound() {
        return problem(NOT_FOUND, "404 page not found");
    }

    /// Disables content sniffing in browsers.
    public ServerResponse unsniffed() {
        return with("X-Content-Type-Options", "nosniff");
    }

    public ServerResponse with(String name, String value) {
        return withAll(Map.of(name, value));
    }

    public ServerResponse withAll(Map<String, String> others) {
        var more = new LinkedHashMap<>(headers);
        more.putAll(others);
        return new ServerResponse(status, more, content);
    }
}
