package dev.berth.serving;

import dev.berth.engine.port.Log;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.ReentrantLock;

/// A port that listens from the start. The server behind it, with hundreds of classes and possibly
/// a new key pair, is created when the first client connects: in its first second, a scheduler has
/// pods to bind, and probes arrive later.
final class LazyListener implements AutoCloseable {
    /// Creates the server.
    @FunctionalInterface
    interface Inside {
        WebServer start(ServerSocketChannel listener) throws Exception;
    }

    private final Inside inside;
    private final Log log;
    private final ServerSocketChannel listener;
    private final int port;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable WebServer server;

    private LazyListener(Inside inside, Log log, ServerSocketChannel listener) throws IOException {
        this.inside = inside;
        this.log = log;
        this.listener = listener;
        port = ((InetSocketAddress) listener.getLocalAddress()).getPort();
    }

    /// @param threads creates the thread that waits for the first client; it can be virtual
    /// @throws IOException if the address or port is not available
    static LazyListener open(ServingOptions options, Inside inside, ThreadFactory threads, Log log)
            throws IOException {
        var opened = new LazyListener(inside, log, listening(options));
        threads.newThread(opened::awaitFirst).start();
        return opened;
    }

    private static ServerSocketChannel listening(ServingOptions options) throws IOException {
        ServerSocketChannel listener = ServerSocketChannel.open();
        try {
            if (options.sharePort()) {
                listener.setOption(StandardSocketOptions.SO_REUSEPORT, true);
            }
            if (options.shareAddress()) {
                listener.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            }
            return listener.bind(new InetSocketAddress(options.address(), options.port()));
        } catch (IOException e) {
            listener.close();
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
                SocketChannel first = listener.accept();
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

    /// Returns whether the server has started and accepts the further connections.
    private boolean begin(SocketChannel first) {
        lock.lock();
        try {
            if (!listener.isOpen()) {
                return false;
            }
            WebServer made = inside.start(listener);
            server = made;
            made.enter(first);
            return true;
        } catch (Exception e) {
            log.error(e, "The server failed to start; the next connection starts it again");
            return false;
        } finally {
            lock.unlock();
        }
    }

    int port() {
        return port;
    }

    /// Stops listening, waits a few seconds for the responses in progress, and ends.
    @Override
    public void close() {
        lock.lock();
        try {
            if (server != null) {
                server.stop();
            }
            listener.close();
        } catch (Exception e) {
            log.error(e, "Failed to shutdown server");
        } finally {
            lock.unlock();
        }
    }
}
