package dev.berth.serving;

import dev.berth.engine.port.Log;
import dev.berth.serving.http.Endpoint;
import dev.berth.serving.tls.ServerTls;

import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;
import org.eclipse.jetty.util.thread.VirtualThreadPool;

import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import javax.net.ssl.SSLParameters;

/// The Jetty server: HTTP/1.1, and HTTP/2 over TLS.
final class WebServer {
    // The ALPN name, which is case-sensitive.
    private static final String HTTP_1 = "http/1.1";
    private static final int DEFAULT_STREAMS = 100;
    private static final long IDLE_MILLIS_AT_THE_END = 100;

    private final Server server;
    private final ServerConnector connector;

    private WebServer(Server server, ServerConnector connector) {
        this.server = server;
        this.connector = connector;
    }

    /// @param listener the listening socket
    static WebServer start(
            ServingOptions options,
            Optional<ServerTls> tls,
            Endpoint endpoint,
            ClientLimits limits,
            ServerSocketChannel listener,
            Log log)
            throws Exception {
        var threads = new VirtualThreadPool();
        threads.setName("https");
        // With a limit, handshakes would wait for the end of requests.
        threads.setMaxConcurrentTasks(0);
        var timer = new ScheduledExecutorScheduler("https-timer", true);
        var server = new Server(threads, timer, null);
        var clients = new ClientConnections(limits, timer, System::nanoTime);
        server.setStopTimeout(limits.stop().toMillis());
        server.setErrorHandler(new PlainErrorHandler());
        server.setHandler(
                new GracefulHandler(new JettyHandler(endpoint, clients, limits.maxBody(), log)));
        ServerConnector connector =
                connector(server, factories(options, tls, configuration(limits), log), limits);
        connector.addBean(clients);
        server.addConnector(connector);
        connector.open(listener);
        server.start();
        clients.start();
        return new WebServer(server, connector);
    }

    private static ServerConnector connector(
            Server server, List<ConnectionFactory> factories, ClientLimits limits) {
        var connector =
                new ServerConnector(server, 1, 1, factories.toArray(ConnectionFactory[]::new));
        connector.setIdleTimeout(limits.idle().toMillis());
        connector.setShutdownIdleTimeout(IDLE_MILLIS_AT_THE_END);
        return connector;
    }

    private static List<ConnectionFactory> factories(
            ServingOptions options, Optional<ServerTls> tls, HttpConfiguration http, Log log) {
        if (tls.isEmpty()) {
            return List.of(new HttpConnectionFactory(http));
        }
        var factories = new ArrayList<ConnectionFactory>();
        if (options.http2()) {
            factories.add(new TlsOnly(encrypted(tls.get(), "alpn"), log));
            var alpn = new ALPNServerConnectionFactory("h2", HTTP_1);
            alpn.setDefaultProtocol(HTTP_1);
            factories.add(alpn);
            var http2 = new HTTP2ServerConnectionFactory(http);
            http2.setMaxConcurrentStreams(
                    options.maxStreams() > 0 ? options.maxStreams() : DEFAULT_STREAMS);
            factories.add(http2);
        } else {
            factories.add(new TlsOnly(encrypted(tls.get(), HTTP_1), log));
        }
        factories.add(new HttpConnectionFactory(http));
        return factories;
    }

    private static HttpConfiguration configuration(ClientLimits limits) {
        var http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setRequestHeaderSize(limits.maxHead());
        http.setHttpCompliance(HttpCompliance.RFC9110);
        // Paths are compared literally and do not address files, so unusual paths are simply not
        // found.
        http.setUriCompliance(UriCompliance.UNSAFE);
        return http;
    }

    private static SslConnectionFactory encrypted(ServerTls tls, String next) {
        var factory = new SslConnectionFactory(encryption(tls), next);
        // Otherwise, Jetty rejects requests for a host that is not in the certificate. The client
        // makes that check.
        factory.setEnsureSecureRequestCustomizer(false);
        return factory;
    }

    private static SslContextFactory.Server encryption(ServerTls tls) {
        var factory =
                new SslContextFactory.Server() {
                    @Override
                    public SSLParameters customize(SSLParameters parameters) {
                        SSLParameters customized = super.customize(parameters);
                        tls.applyTo(customized);
                        return customized;
                    }
                };
        factory.setSslContext(tls.context());
        return factory;
    }

    /// Adds a connection that another component accepted.
    void enter(SocketChannel connection) throws IOException {
        connection.configureBlocking(false);
        connector.getSelectorManager().accept(connection);
    }

    void stop() throws Exception {
        server.stop();
    }
}
