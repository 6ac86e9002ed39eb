package dev.berth.kube.lease;

import dev.berth.kubeclient.ApiClient;
import dev.berth.kubeclient.ApiPath;
import dev.berth.kubeclient.ApiStatus;
import dev.berth.kubeclient.http.ApiRequest;
import dev.berth.kubeclient.http.ApiResponse;
import dev.berth.kubeclient.http.Cancellation;
import dev.berth.kubeclient.wire.JsonFormat;
import dev.berth.model.Decoder;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;
import dev.berth.model.json.JsonException;
import dev.berth.model.json.JsonOptions;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Set;

/// Reads and writes the lease. client-go: `LeaseLock`.
final class LeaseApi {
    static final Kind LEASE = new Kind("coordination.k8s.io", "v1", "Lease", "leases", true);

    private static final JsonOptions OPTIONS =
            JsonOptions.DEFAULT.withMaxBytes(1 << 20).droppingManagedFields();

    private final ApiClient client;
    private final LeaseSettings settings;
    private final Cancellation cancellation;
    private final JsonFormat format = new JsonFormat(new Decoder(), Set.of());

    /// @param cancellation cancels all requests
    LeaseApi(ApiClient client, LeaseSettings settings, Cancellation cancellation) {
        this.client = client;
        this.settings = settings;
        this.cancellation = cancellation;
    }

    /// The outcome of a request for the lease.
    sealed interface Answer {
        /// @param lease the lease after the request
        record Given(Json.Obj lease) implements Answer {}

        record Refused(ApiStatus why) implements Answer {}

        /// The outcome is unknown.
        record None(String why) implements Answer {}
    }

    Answer get(Duration timeout) throws InterruptedException {
        return send(
                ApiRequest.get(ApiPath.of(LEASE, settings.namespace(), settings.name())), timeout);
    }

    Answer create(LeaseRecord record, Duration timeout) throws InterruptedException {
        Json.Obj lease =
                Json.Obj.of("kind", Json.of(LEASE.name()))
                        .with("apiVersion", LEASE.apiVersion())
                        .with(
                                "metadata",
                                Json.Obj.of("name", Json.of(settings.name()))
                                        .with("namespace", settings.namespace()))
                        .with("spec", record.json());
        return send(ApiRequest.post(path(), lease), timeout);
    }

    /// Replaces the spec of the lease. The server rejects the update if the resource version of the
    /// given lease is no longer current.
    Answer update(Json.Obj lease, LeaseRecord record, Duration timeout)
            throws InterruptedException {
        return send(
                ApiRequest.put(
                        ApiPath.of(LEASE, settings.namespace(), settings.name()),
                        lease.with("spec", record.json())),
                timeout);
    }

    private Answer send(ApiRequest request, Duration timeout) throws InterruptedException {
        ApiRequest limited = request.within(timeout).silentFor(timeout).cancelledBy(cancellation);
        try (ApiResponse response = client.send(limited)) {
            if (!response.granted()) {
                return new Answer.Refused(format.readStatus(response.status(), response.body()));
            }
            Json body = Json.parse(response.body(), OPTIONS);
            return body instanceof Json.Obj lease
                    ? new Answer.Given(lease)
                    : new Answer.None("the response is not a lease");
        } catch (IOException | UncheckedIOException | JsonException e) {
            return new Answer.None(request + ": " + e.getMessage());
        }
    }

    String path() {
        return ApiPath.of(LEASE, settings.namespace());
    }
}
