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

/// The embedded cluster over HTTPS, for kubectl and any client of Kubernetes.
///
/// Certificates and a token are made at the start and are good for this run only. Whoever has
/// neither is refused; whoever has one may do everything.
///
/// ```java
/// try (var server = ApiServerClient.start(new Api(cluster.store()), ApiServerOptions.of(clock, threads))) {
///     Files.writeString(file, server.kubeconfig());
/// }
/// ```
public final class EmbeddedApiServer implements AutoCloseable {
    /// Parity: what the API server reads of a body.
    static final int MAX_BYTES = 3 << 20;

    // A client with many watches wants them on one connection.
    private static final int STREAMS = 1_000;

    private final ServerCredentials credentials;
    private final OpenStreams streams;
    private final ApiRouter listener;
    private final HttpsServer server;
    private final String url;

    private EmbeddedApiServer(
            ServerCredentials credentials,
            OpenStreams streams,
            ApiRouter listener,
            HttpsServer server,
            String url) {
        this.credentials = credentials;
        this.streams = streams;
        this.listener = listener;
        this.server = server;
        this.url = url;
    }

    /// @throws IOException if the address or the port cannot be had
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
        ApiRouter listener = ApiRouter.of(api, credentials, streams, options);
        HttpsServer server =
                HttpsServer.start(
                        serving,
                        new ServerTls(credentials.server()),
                        listener,
                        ClientLimits.DEFAULTS.withBody(MAX_BYTES),
                        options.threads(),
                        options.log());
        return new EmbeddedApiServer(
                credentials, streams, listener, server, url(options.address(), server.port()));
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

    /// The bearer token of somebody who may do everything.
    public String token() {
        return credentials.token();
    }

    /// The certificate that the server's own is to be checked with, as PEM.
    public String authority() {
        return credentials.authority().pem();
    }

    /// Everything a client needs, in one file; by token, and as context `berth-certificate` by
    /// client certificate.
    public String kubeconfig() {
        return KubeconfigText.text(url, credentials);
    }

    /// How many watches clients have open.
    public int watches() {
        return streams.count();
    }

    /// The API for those who come another way; whoever asks is looked at all the same.
    public Endpoint endpoint() {
        return listener;
    }

    /// Whether somebody may come in.
    public boolean knows(ServerRequest call) throws InterruptedException {
        return listener.knows(call);
    }

    /// Ends watches, then everything.
    @Override
    public void close() {
        streams.close();
        server.close();
    }
}
