package dev.berth.serving.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.LinkedHashMap;
import java.util.Map;

/// What a request is answered with.
///
/// @param headers besides those that every answer has
public record ServerResponse(int status, Map<String, String> headers, Content content) {
    public static final int OK = 200;
    public static final int BAD_REQUEST = 400;
    public static final int NOT_FOUND = 404;
    public static final int NOT_ACCEPTABLE = 406;
    public static final int INTERNAL_ERROR = 500;

    /// What follows the headers.
    public sealed interface Content {}

    @SuppressWarnings("ArrayRecordComponent") // Answers are never compared.
    public record Whole(byte[] bytes) implements Content {}

    public record Streamed(StreamingBody flow) implements Content {}

    private static final String TEXT = "text/plain; charset=utf-8";
    private static final String TYPE = "Content-Type";

    /// @param contentType not said if it is empty
    public static ServerResponse of(int status, String contentType, byte[] body) {
        return new ServerResponse(status, typed(contentType), new Whole(body));
    }

    public static ServerResponse of(int status, String contentType, String body) {
        return of(status, contentType, body.getBytes(UTF_8));
    }

    /// An answer that goes on for a while.
    public static ServerResponse streamed(int status, String contentType, StreamingBody flow) {
        return new ServerResponse(status, typed(contentType), new Streamed(flow));
    }

    private static Map<String, String> typed(String contentType) {
        return contentType.isEmpty() ? Map.of() : Map.of(TYPE, contentType);
    }

    /// What is known of the body; nothing, if it is streamed.
    public byte[] body() {
        return content instanceof Whole(var bytes) ? bytes : new byte[0];
    }

    public static ServerResponse text(String body) {
        return of(OK, TEXT, body);
    }

    /// Something is wrong, said in a line as Go's servers say it.
    public static ServerResponse problem(int status, String text) {
        return of(status, TEXT, text + "\n").unsniffed();
    }

    public static ServerResponse notFound() {
        return problem(NOT_FOUND, "404 page not found");
    }

    /// Tells browsers to take the type for what it says.
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
