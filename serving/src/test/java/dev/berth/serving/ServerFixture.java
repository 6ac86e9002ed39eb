package dev.berth.serving;

import dev.berth.engine.port.Log;
import dev.berth.kubeclient.ApiClient;
import dev.berth.kubeclient.http.ApiRequest;
import dev.berth.kubeclient.http.ApiResponse;
import dev.berth.kubeclient.tls.TlsContexts;
import dev.berth.model.json.Json;
import dev.berth.serving.auth.Authentication;
import dev.berth.serving.auth.AuthenticationOptions;
import dev.berth.serving.auth.Authorization;
import dev.berth.serving.auth.AuthorizationOptions;
import dev.berth.serving.auth.AuthorizedEndpoint;
import dev.berth.serving.http.Endpoint;
import dev.berth.serving.tls.Authority;
import dev.berth.serving.tls.ServerTls;
import dev.berth.serving.tls.TlsIdentity;

import org.jspecify.annotations.Nullable;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

import javax.net.ssl.SSLContext;

/// A server on the loopback interface; the API server of its cluster is a function.
final class ServerFixture implements AutoCloseable {
    static final ServingOptions LOOPBACK =
            ServingOptions.DEFAULT.with(InetAddress.getLoopbackAddress(), 0);

    /// Advanced by the test, but starts at the present, because other code checks certificates
    /// against the real time.
    final AtomicLong clock = new AtomicLong(nanos(Instant.now()));

    final Authority clients = new Authority("client-ca", Instant.now());
    final Authority proxies = new Authority("proxy-ca", Instant.now());
    final List<ApiRequest> requests = new CopyOnWriteArrayList<>();

    private final Log log = Log.NONE;
    private @Nullable HttpsServer server;

    private static long nanos(Instant time) {
        return time.getEpochSecond() * 1_000_000_000L + time.getNano();
    }

    /// Serves an endpoint to all users.
    static ServerFixture open(ServingOptions options, Endpoint endpoint) {
        return open(options, ClientLimits.DEFAULTS, endpoint);
    }

    static ServerFixture open(ServingOptions options, ClientLimits limits, Endpoint endpoint) {
        var fixture = new ServerFixture();
        fixture.server = fixture.started(options, limits, endpoint);
        return fixture;
    }

    /// Serves an endpoint to authorized users.
    ///
    /// @param cluster the API server
    static ServerFixture guarded(
            Function<ServerFixture, AuthenticationOptions> authentication,
            AuthorizationOptions authorization,
            Optional<Function<ServerFixture, Cluster>> cluster,
            Endpoint endpoint) {
        var fixture = new ServerFixture();
        Optional<ApiClient> api = cluster.map(made -> fixture.client(made.apply(fixture)));
        var authenticated =
                new Authentication(
                        authentication.apply(fixture), api, fixture.clock::get, fixture.log);
        fixture.server =
                fixture.started(
                        LOOPBACK,
                        ClientLimits.DEFAULTS,
                        new AuthorizedEndpoint(
                                authenticated,
                                new Authorization(
                                        authorization, api, fixture.clock::get, fixture.log),
                                endpoint,
                                fixture.log));
        return fixture;
    }

    /// The responses of the API server.
    @FunctionalInterface
    public interface Cluster {
        /// @throws IOException if there is no response
        Reply reply(ApiRequest request) throws IOException;
    }

    /// @param body as JSON
    record Reply(int status, String body) {}

    private ApiClient client(Cluster cluster) {
        return request -> {
            requests.add(request);
            Reply reply = cluster.reply(request);
            return new ApiResponse(
                    reply.status(),
                    Map.of(),
                    new ByteArrayInputStream(reply.body().getBytes(StandardCharsets.UTF_8)));
        };
    }

    private HttpsServer started(ServingOptions options, ClientLimits limits, Endpoint endpoint) {
        try {
            return HttpsServer.start(
                    options,
                    new ServerTls(options.tls(), options.address(), clock::get, log),
                    endpoint,
                    limits,
                    Thread.ofVirtual().factory(),
                    log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private HttpsServer server() {
        return Objects.requireNonNull(server);
    }

    int port() {
        return server().port();
    }

    void pass(Duration time) {
        clock.addAndGet(time.toNanos());
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("https://localhost:" + port() + path))
                .timeout(Duration.ofSeconds(20));
    }

    HttpResponse<String> get(String path) {
        return send(anyUser(), request(path));
    }

    HttpResponse<String> getAs(TlsIdentity who, String path) {
        return send(client(who), request(path));
    }

    HttpResponse<String> send(HttpClient client, HttpRequest.Builder request) {
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    HttpClient anyUser() {
        return HttpClient.newBuilder().sslContext(anybodysContext()).build();
    }

    static SSLContext anybodysContext() {
        return TlsContexts.make(new TlsContexts.Wanted("", "", "", "", true));
    }

    HttpClient client(TlsIdentity who) {
        return HttpClient.newBuilder()
                .sslContext(
                        TlsContexts.make(
                                new TlsContexts.Wanted("", who.pem(), who.keyPem(), "", true)))
                .build();
    }

    /// A ConfigMap as API servers write it.
    static Reply configMap(Map<String, String> data) {
        var fields = Json.Obj.builder();
        data.forEach(fields::put);
        return new Reply(200, Json.Obj.of("data", fields.build()).text());
    }

    @Override
    public void close() {
        server().close();
    }
}
