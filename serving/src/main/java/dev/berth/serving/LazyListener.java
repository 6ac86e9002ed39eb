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

/// A port that listens from the start. What stands behind it, some hundred classes and perhaps a
/// key pair, is made when the first client comes: a scheduler has pods to bind in its first second,
/// and probes come later.
final class LazyListener implements AutoCloseable {
    /// Makes what stands behind it.
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

    /// @param threads for the one that waits for the first client; virtual ones will do
    /// @throws IOException if the address or the port cannot be had
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

    /// Whether somebody else answers from now on.
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
            log.error(e, "The server does not start; it is tried again with the next connection");
            return false;
        } finally {
            lock.unlock();
        }
    }

    int port() {
        return port;
    }

    /// Stops listening, gives answers under way a few seconds, and ends.
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
