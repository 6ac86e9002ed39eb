package dev.berth.serving;

import dev.berth.engine.port.Log;
import dev.berth.serving.http.Endpoint;
import dev.berth.serving.tls.ServerTls;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.ReentrantLock;

/// Serves endpoints over TLS.
///
/// From the start there is only a port that listens: what stands behind it, some hundred classes
/// and a key pair, is made when the first client comes. A scheduler has pods to bind in its first
/// second, and probes come later.
public final class HttpsServer implements AutoCloseable {
    private final ServingOptions options;
    private final ServerTls tls;
    private final Endpoint endpoint;
    private final Limits limits;
    private final Log log;
    private final ServerSocketChannel door;
    private final int port;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable WebServer inside;

    private HttpsServer(
            ServingOptions options,
            ServerTls tls,
            Endpoint endpoint,
            Limits limits,
            Log log,
            ServerSocketChannel door)
            throws IOException {
        this.options = options;
        this.tls = tls;
        this.endpoint = endpoint;
        this.limits = limits;
        this.log = log;
        this.door = door;
        port = ((InetSocketAddress) door.getLocalAddress()).getPort();
    }

    /// @param threads for the one that waits for the first client; virtual ones will do
    /// @throws IOException if the address or the port cannot be had
    public static HttpsServer start(
            ServingOptions options,
            ServerTls tls,
            Endpoint endpoint,
            ThreadFactory threads,
            Log log)
            throws IOException {
        return start(options, tls, endpoint, Limits.USUAL, threads, log);
    }

    /// @param limits of what a client may take
    public static HttpsServer start(
            ServingOptions options,
            ServerTls tls,
            Endpoint endpoint,
            Limits limits,
            ThreadFactory threads,
            Log log)
            throws IOException {
        var server = new HttpsServer(options, tls, endpoint, limits, log, listening(options));
        threads.newThread(server::awaitFirst).start();
        log.info(
                0,
                "Serving securely",
                "address",
                options.address().getHostAddress() + ":" + server.port);
        return server;
    }

    private static ServerSocketChannel listening(ServingOptions options) throws IOException {
        ServerSocketChannel door = ServerSocketChannel.open();
        try {
            if (options.sharePort()) {
                door.setOption(StandardSocketOptions.SO_REUSEPORT, true);
            }
            if (options.shareAddress()) {
                door.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            }
            return door.bind(new InetSocketAddress(options.address(), options.port()));
        } catch (IOException e) {
            door.close();
            throw new IOException(
                    "failed to create listener: failed to listen on %s:%d: %s"
                            .formatted(
                                    options.address().getHostAddress(),
                                    options.port(),
                                    e.getMessage()),
                    e);
        }
    }

    private void awaitFirst() {
        while (true) {
            try {
                SocketChannel first = door.accept();
                if (begin(first)) {
                    return;
                }
                first.close();
            } catch (ClosedChannelException ended) {
                return;
            } catch (IOException e) {
                log.error(e, "A connection cannot be accepted");
            }
        }
    }

    /// Whether somebody else answers from now on.
    private boolean begin(SocketChannel first) {
        lock.lock();
        try {
            if (!door.isOpen()) {
                return false;
            }
            WebServer server = WebServer.start(options, tls, endpoint, limits, door, log);
            inside = server;
            server.enter(first);
            return true;
        } catch (Exception e) {
            log.error(e, "The server does not start; it is tried again with the next connection");
            return false;
        } finally {
            lock.unlock();
        }
    }

    public int port() {
        return port;
    }

    /// Stops listening, gives answers under way a few seconds, and ends.
    @Override
    public void close() {
        lock.lock();
        try {
            if (inside != null) {
                inside.stop();
            }
            door.close();
            log.info(0, "[graceful-termination] secure server is exiting");
        } catch (Exception e) {
            log.error(e, "Failed to shutdown server");
        } finally {
            lock.unlock();
        }
    }
}
