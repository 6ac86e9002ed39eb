package dev.berth.apiserver;

import dev.berth.controlplane.api.Api;
import dev.berth.serving.ClientLimits;
import dev.berth.serving.HttpsServer;
import dev.berth.serving.ServingOptions;
import dev.berth.serving.http.Endpoint;
import dev.berth.serving.http.ServerRequest;
import dev.berth.serving.tls.ServerTls;
import dev.berth.serving.tls.TlsOptions;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;

/// The embedded cluster over HTTPS, for kubectl and any Kubernetes client.
///
/// Each run has its own certificates and token. Clients without one of them are rejected, and
/// authenticated clients are allowed everything.
///
/// ```java
/// try (var server = EmbeddedApiServer.start(new Api(cluster.store()), ApiServerOptions.of(clock, threads))) {
///     Files.writeString(file, server.kubeconfig());
/// }
/// ```
public final class EmbeddedApiServer implements AutoCloseable {
    /// Parity: MaxRequestBodyBytes of the API server.
    static final int MAX_BYTES = 3 << 20;

    // A client with many watches uses one connection for them.
    private static final int STREAMS = 1_000;

    private final ServerCredentials credentials;
    private final OpenStreams streams;
    private final ApiRouter router;
    private final HttpsServer server;
    private final String url;

    private EmbeddedApiServer(
            ServerCredentials credentials,
            OpenStreams streams,
            ApiRouter router,
            HttpsServer server,
            String url) {
        this.credentials = credentials;
        this.streams = streams;
        this.router = router;
        this.server = server;
        this.url = url;
    }

    /// @throws IOException if the address or port is not available
    public static EmbeddedApiServer start(Api api, ApiServerOptions options) throws IOException {
        ServerCredentials credentials =
                ServerCredentials.make(options.address(), options.clock().instant());
        ClusterTrustPublisher.publish(api, credentials);
        var streams = new OpenStreams();
        var serving =
                new ServingOptions(
                        options.address(),
                        options.port(),
                        TlsOptions.DEFAULT,
                        STREAMS,
                        true,
                        false,
                        true);
        ApiRouter router = ApiRouter.of(api, credentials, streams, options);
        HttpsServer server =
                HttpsServer.start(
                        serving,
                        new ServerTls(credentials.server()),
                        router,
                        ClientLimits.DEFAULTS.withMaxBody(MAX_BYTES),
                        options.threads(),
                        options.log());
        return new EmbeddedApiServer(
                credentials, streams, router, server, url(options.address(), server.port()));
    }

    private static String url(InetAddress address, int port) {
        String host =
                address.isAnyLocalAddress()
                        ? "127.0.0.1"
                        : address instanceof Inet6Address
                                ? "[" + address.getHostAddress() + "]"
                                : address.getHostAddress();
        return "https://" + host + ":" + port;
    }

    public String url() {
        return url;
    }

    public int port() {
        return server.port();
    }

    /// The bearer token of the administrator.
    public String token() {
        return credentials.token();
    }

    /// The certificate authority of the server in PEM.
    public String authority() {
        return credentials.authority().pem();
    }

    /// A kubeconfig with two contexts: one with the token, and `berth-certificate` with a client
    /// certificate.
    public String kubeconfig() {
        return KubeconfigText.text(url, credentials);
    }

    /// The number of open watches of clients.
    public int watches() {
        return streams.count();
    }

    /// The endpoint of the API for other listeners. It authenticates every request.
    public Endpoint endpoint() {
        return router;
    }

    /// Whether the client is authenticated.
    public boolean knows(ServerRequest call) throws InterruptedException {
        return router.knows(call);
    }

    /// Ends the watches, then the server.
    @Override
    public void close() {
        streams.close();
        server.close();
    }
}
