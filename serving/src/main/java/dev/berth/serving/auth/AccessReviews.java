package dev.berth.serving.auth;

import dev.berth.kubeclient.ApiClient;
import dev.berth.kubeclient.http.ApiRequest;
import dev.berth.kubeclient.http.ApiResponse;
import dev.berth.model.json.Json;
import dev.berth.model.json.JsonException;

import java.io.IOException;
import java.io.UncheckedIOException;

/// Sends reviews and other short requests to the API server.
final class AccessReviews {
    private AccessReviews() {}

    /// Sends the request, and retries it once if there is no response, because an idle connection
    /// may have been closed.
    ///
    /// @throws IOException if there is no response, or the server rejects the request
    static Json answer(ApiClient api, ApiRequest request) throws IOException, InterruptedException {
        try {
            return once(api, request);
        } catch (ErrorResponse e) {
            throw e;
        } catch (IOException e) {
            return once(api, request);
        }
    }

    private static Json once(ApiClient api, ApiRequest request)
            throws IOException, InterruptedException {
        try (ApiResponse response = api.send(request)) {
            Json body = Json.parse(response.body());
            if (!response.granted()) {
                throw new ErrorResponse(
                        body.textAt("message")
                                .orElse("the API server responded with " + response.status()));
            }
            return body;
        } catch (JsonException e) {
            throw new ErrorResponse(
                    "the response of the API server is not JSON: " + e.getMessage());
        } catch (UncheckedIOException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /// An error response, which is not retried.
    private static final class ErrorResponse extends IOException {
        ErrorResponse(String message) {
            super(message);
        }
    }
}
