package dev.berth.kubeclient.http;

import dev.berth.model.json.Json;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/// A request to an API server.
///
/// @param path the encoded path and query: `/api/v1/pods?limit=500`
/// @param contentType the media type of the body; empty if there is none
/// @param timeout the time limit of the request with its response; of a watch, only with the head
///   of the response
/// @param silence the time limit between two parts of the response
/// @param passage the guard that the request passes immediately before it is sent
/// @param traceparent the header of this name, of W3C Trace Context; empty for none
@SuppressWarnings("ArrayRecordComponent") // Requests are never compared.
public record ApiRequest(
        String method,
        String path,
        String accept,
        String contentType,
        byte[] body,
        Duration timeout,
        Duration silence,
        SendGuard passage,
        Optional<Cancellation> cancellation,
        String traceparent) {
    public static final String JSON = "application/json";
    public static final String PROTOBUF = "application/vnd.kubernetes.protobuf";
    public static final String MERGE_PATCH = "application/merge-patch+json";
    public static final String STRATEGIC_MERGE_PATCH = "application/strategic-merge-patch+json";

    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);
    private static final byte[] NOTHING = {};

    public static ApiRequest get(String path) {
        return with("GET", path, "", NOTHING);
    }

    public static ApiRequest post(String path, Json.Obj body) {
        return with("POST", path, JSON, body);
    }

    public static ApiRequest put(String path, Json.Obj body) {
        return with("PUT", path, JSON, body);
    }

    public static ApiRequest patch(String path, String patchType, Json.Obj body) {
        return with("PATCH", path, patchType, body);
    }

    public static ApiRequest delete(String path, Json.Obj options) {
        return with("DELETE", path, JSON, options);
    }

    private static ApiRequest with(String method, String path, String type, Json.Obj body) {
        return with(method, path, type, body.text().getBytes(StandardCharsets.UTF_8));
    }

    /// Creates a request with any body.
    public static ApiRequest with(String method, String path, String type, byte[] body) {
        return new ApiRequest(
                method,
                path,
                JSON,
                type,
                body,
                DEFAULT_TIMEOUT,
                DEFAULT_TIMEOUT,
                SendGuard.FREE,
                Optional.empty(),
                "");
    }

    public ApiRequest accepting(String mediaType) {
        return new ApiRequest(
                method,
                path,
                mediaType,
                contentType,
                body,
                timeout,
                silence,
                passage,
                cancellation,
                traceparent);
    }

    public ApiRequest within(Duration time) {
        return new ApiRequest(
                method,
                path,
                accept,
                contentType,
                body,
                time,
                silence,
                passage,
                cancellation,
                traceparent);
    }

    public ApiRequest silentFor(Duration time) {
        return new ApiRequest(
                method,
                path,
                accept,
                contentType,
                body,
                timeout,
                time,
                passage,
                cancellation,
                traceparent);
    }

    public ApiRequest through(SendGuard way) {
        return new ApiRequest(
                method,
                path,
                accept,
                contentType,
                body,
                timeout,
                silence,
                way,
                cancellation,
                traceparent);
    }

    public ApiRequest cancelledBy(Cancellation by) {
        return new ApiRequest(
                method,
                path,
                accept,
                contentType,
                body,
                timeout,
                silence,
                passage,
                Optional.of(by),
                traceparent);
    }

    /// @param parent the header `traceparent`; empty for none
    public ApiRequest tracedBy(String parent) {
        return new ApiRequest(
                method,
                path,
                accept,
                contentType,
                body,
                timeout,
                silence,
                passage,
                cancellation,
                parent);
    }

    /// Whether the response is a watch, which has no defined end.
    public boolean watches() {
        return path.contains("watch=true");
    }

    /// The method and the path, for messages and logs.
    @Override
    public String toString() {
        return method + " " + path;
    }
}
