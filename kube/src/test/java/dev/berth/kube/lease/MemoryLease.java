package dev.berth.kube.lease;

import dev.berth.kubeclient.ApiClient;
import dev.berth.kubeclient.http.ApiRequest;
import dev.berth.kubeclient.http.ApiResponse;
import dev.berth.model.json.Json;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// An API server with a single lease.
final class MemoryLease implements ApiClient {
    /// The failure of a request, possibly with a concurrent change.
    interface Trouble {
        /// Called before the server processes the request; can replace the response.
        Optional<ApiResponse> before(ApiRequest request) throws IOException;

        /// Called after the server has processed the request.
        void after(ApiRequest request) throws IOException;
    }

    static final Trouble NONE =
            new Trouble() {
                @Override
                public Optional<ApiResponse> before(ApiRequest request) {
                    return Optional.empty();
                }

                @Override
                public void after(ApiRequest request) {}
            };

    final List<ApiRequest> requests = new ArrayList<>();
    Optional<Json.Obj> lease = Optional.empty();
    Trouble trouble = NONE;
    private long version = 100;

    @Override
    public ApiResponse send(ApiRequest request) throws IOException {
        requests.add(request);
        Optional<ApiResponse> instead = trouble.before(request);
        if (instead.isPresent()) {
            return instead.get();
        }
        ApiResponse response = serve(request);
        trouble.after(request);
        return response;
    }

    private ApiResponse serve(ApiRequest request) {
        return switch (request.method()) {
            case "GET" ->
                    lease.map(now -> answer(200, now)).orElseGet(() -> rejection(404, "NotFound"));
            case "POST" ->
                    lease.isPresent()
                            ? rejection(409, "AlreadyExists")
                            : put(201, (Json.Obj) Json.parse(request.body()));
            case "PUT" -> {
                Json.Obj wanted = (Json.Obj) Json.parse(request.body());
                yield lease.isPresent() && versionOf(wanted).equals(versionOf(lease.get()))
                        ? put(200, wanted)
                        : rejection(409, "Conflict");
            }
            default -> rejection(405, "MethodNotAllowed");
        };
    }

    private static Optional<String> versionOf(Json.Obj lease) {
        return lease.textAt("metadata", "resourceVersion");
    }

    private ApiResponse put(int status, Json.Obj wanted) {
        Json.Obj now =
                wanted.withAt(
                        List.of("metadata", "resourceVersion"), Json.of(Long.toString(++version)));
        lease = Optional.of(now);
        return answer(status, now);
    }

    /// Another client writes the lease.
    void write(String holder, int seconds, int transitions) {
        var record =
                new LeaseRecord(
                        holder,
                        seconds,
                        Instant.ofEpochSecond(version),
                        Instant.ofEpochSecond(version),
                        transitions);
        put(
                200,
                lease.orElseGet(() ->
                                (Json.Obj)
                                        Json.parse(
                                                """
                                                {"kind":"Lease","metadata":{"uid":"u-9",
                                                 "labels":{"keep":"me"}}}
                                                """))
                        .with("spec", record.json()));
    }

    LeaseRecord record() {
        return LeaseRecord.of(lease.orElseThrow());
    }

    static ApiResponse answer(int status, Json body) {
        return new ApiResponse(status, Map.of(), new ByteArrayInputStream(body.bytes()));
    }

    static ApiResponse rejection(int code, String reason) {
        return answer(
                code,
                Json.Obj.of("kind", Json.of("Status"))
                        .with("message", "no")
                        .with("reason", reason)
                        .with("code", code));
    }
}
