package dev.berth.serving;

import dev.berth.engine.port.Log;
import dev.berth.serving.http.Endpoint;

import java.io.IOException;
import java.net.InetAddress;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;

/// Serves endpoints without TLS on the loopback interface.
public final class LoopbackServer implements AutoCloseable {
    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

    private final LazyListener listener;

    private LoopbackServer(LazyListener listener) {
        this.listener = listener;
    }

    /// @param port 0 for any free port
    /// @param threads creates the thread that waits for the first client; it can be virtual
    /// @throws IOException if the port is not available
    public static LoopbackServer start(
            int port, Endpoint endpoint, ClientLimits limits, ThreadFactory threads, Log log)
            throws IOException {
        ServingOptions options = ServingOptions.DEFAULT.with(LOOPBACK, port);
        return new LoopbackServer(
                LazyListener.open(
                        options,
                        channel ->
                                WebServer.start(
                                        options, Optional.empty(), endpoint, limits, channel, log),
                        threads,
                        log));
    }

    public int port() {
        return listener.port();
    }

    /// Stops listening, waits a few seconds for the responses in progress, and ends.
    @Override
    public void close() {
        listener.close();
    }
}
