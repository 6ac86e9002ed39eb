package dev.berth.serving.auth;

import dev.berth.kubeclient.ApiClient;
import dev.berth.kubeclient.http.ApiRequest;
import dev.berth.kubeclient.http.ApiResponse;
import dev.berth.model.json.Json;
import dev.berth.model.json.JsonException;

import java.io.IOException;
import java.io.UncheckedIOException;

/// Questions to the API server that have short answers.
final class AccessReviews {
    private AccessReviews() {}

    /// Asks once more if no answer came: the connection may have grown old.
    ///
    /// @throws IOException if there is no answer, or a refusal
    static Json answer(ApiClient api, ApiRequest request) throws IOException, InterruptedException {
        try {
            return once(api, request);
        } catch (Refusal e) {
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
                throw new Refusal(
                        body.textAt("message")
                                .orElse("the API server answered " + response.status()));
            }
            return body;
        } catch (JsonException e) {
            throw new Refusal("the API server answered what is no JSON: " + e.getMessage());
        } catch (UncheckedIOException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /// An answer that does not help.
    private static final class Refusal extends IOException {
        Refusal(String message) {
            super(message);
        }
    }
}
