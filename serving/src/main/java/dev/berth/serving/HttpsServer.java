package dev.berth.serving;

import dev.berth.engine.port.Log;
import dev.berth.serving.http.Endpoint;
import dev.berth.serving.tls.ServerTls;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;

/// Serves endpoints over TLS.
public final class HttpsServer implements AutoCloseable {
    private final LazyListener listener;
    private final Log log;

    private HttpsServer(LazyListener listener, Log log) {
        this.listener = listener;
        this.log = log;
    }

    /// @param threads creates the thread that waits for the first client; it can be virtual
    /// @throws IOException if the address or port is not available
    public static HttpsServer start(
            ServingOptions options,
            ServerTls tls,
            Endpoint endpoint,
            ThreadFactory threads,
            Log log)
            throws IOException {
        return start(options, tls, endpoint, ClientLimits.DEFAULTS, threads, log);
    }

    /// @param limits the limits of a client
    public static HttpsServer start(
            ServingOptions options,
            ServerTls tls,
            Endpoint endpoint,
            ClientLimits limits,
            ThreadFactory threads,
            Log log)
            throws IOException {
        LazyListener listener =
                LazyListener.open(
                        options,
                        channel ->
                                WebServer.start(
                                        options, Optional.of(tls), endpoint, limits, channel, log),
                        threads,
                        log);
        log.info(
                0,
                "Serving securely",
                "address",
                options.address().getHostAddress() + ":" + listener.port());
        return new HttpsServer(listener, log);
    }

    public int port() {
        return listener.port();
    }

    /// Stops listening, waits a few seconds for the responses in progress, and ends.
    @Override
    public void close() {
        listener.close();
        log.info(0, "[graceful-termination] secure server is exiting");
    }
}
