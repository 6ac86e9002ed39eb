package dev.berth.kubeclient.http;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

import javax.net.ssl.SSLContext;

/// The connections to one server. Any thread can send a request, and waits for its own response.
///
/// A request takes an idle connection or opens a new one, so the number of connections follows the
/// number of concurrent requests. A connection that was opened with other certificates than the
/// current ones is not reused.
public final class HttpTransport implements AutoCloseable {
    /// Shorter than the idle timeout of servers, so that an idle connection is rarely found closed.
    private static final long MAX_IDLE = Duration.ofSeconds(45).toNanos();

    private final ServerAddress endpoint;
    private final String userAgent;
    private final LongSupplier nanos;
    private final Dialer dialer;
    private final Deadlines deadlines;
    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<HttpConnection> idle = new ArrayDeque<>();
    private boolean closed;

    public HttpTransport(
            ServerAddress endpoint, String userAgent, LongSupplier nanos, ThreadFactory threads) {
        this(endpoint, "", userAgent, nanos, threads);
    }

    /// @param serverName the server name for TLS, if it differs from the host of the address;
    ///   otherwise empty
    /// @param threads creates the thread that ends requests at their deadline
    public HttpTransport(
            ServerAddress endpoint,
            String serverName,
            String userAgent,
            LongSupplier nanos,
            ThreadFactory threads) {
        this.endpoint = endpoint;
        this.userAgent = userAgent;
        this.nanos = nanos;
        this.dialer = new Dialer(endpoint, serverName);
        this.deadlines = new Deadlines(nanos, threads);
    }

    public ServerAddress endpoint() {
        return endpoint;
    }

    /// Sends the request and waits for the head of the response.
    ///
    /// @param headers additional header lines, each with its line break
    /// @throws NotSentException if the server cannot be reached, or the guard of the request
    ///   rejects it
    public ApiResponse send(ApiRequest request, String headers, SSLContext trust)
            throws IOException, InterruptedException {
        Exchange exchange = new Exchange(request, deadlines.start(request.timeout()));
        try {
            return exchange.run(head(request, headers), trust);
        } catch (IOException e) {
            if (Thread.interrupted()) {
                var interrupted = new InterruptedException();
                interrupted.initCause(e);
                throw interrupted;
            }
            throw exchange.explained(e);
        }
    }

    /// A request and its response.
    private final class Exchange implements ResponseBody.Owner {
        private final ApiRequest request;
        private final Deadline deadline;

        Exchange(ApiRequest request, Deadline deadline) {
            this.request = request;
            this.deadline = deadline;
        }

        ApiResponse run(byte[] bytes, SSLContext trust) throws IOException {
            try {
                if (request.cancellation().isPresent()) {
                    request.cancellation().get().began(deadline);
                }
                HttpConnection kept = take(trust);
                if (kept != null) {
                    try {
                        return on(kept, bytes);
                    } catch (IOException broken) {
                        if (!canRepeat(kept, broken)) {
                            throw broken;
                        }
                    }
                }
                return on(dialer.dial(trust, deadline), bytes);
            } catch (IOException | RuntimeException e) {
                finish();
                throw e;
            }
        }

        /// The server may have closed an idle connection in the meantime. Only a GET is safe to
        /// send again, and not after a timeout.
        private boolean canRepeat(HttpConnection kept, IOException broken) {
            return !kept.answered()
                    && request.method().equals("GET")
                    && !(broken.getCause() instanceof SocketTimeoutException)
                    && !deadline.broken();
        }

        private ApiResponse on(HttpConnection connection, byte[] bytes) throws IOException {
            try {
                deadline.covers(connection.wire());
                HttpConnection.Head head = guarded(connection, bytes);
                if (request.watches()) {
                    finish();
                    connection.readTimeout(millis(request.silence()));
                } else {
                    connection.readTimeout(deadline.millisLeft(request.silence()));
                }
                return new ApiResponse(
                        head.status(),
                        head.headers(),
                        ResponseBody.of(connection, head, request.watches(), this));
            } catch (IOException | RuntimeException e) {
                connection.close();
                throw e;
            }
        }

        private HttpConnection.Head guarded(HttpConnection connection, byte[] bytes)
                throws IOException {
            request.passage().enter();
            try {
                connection.send(bytes, bytes.length);
                Duration silence = request.watches() ? request.timeout() : request.silence();
                connection.readTimeout(deadline.millisLeft(silence));
                return connection.readHead();
            } finally {
                request.passage().leave();
            }
        }

        /// Ends the supervision of the request. Returns whether it was in time.
        private boolean finish() {
            request.cancellation().ifPresent(cancellation -> cancellation.ended(deadline));
            return deadlines.end(deadline);
        }

        @Override
        public void ended(HttpConnection connection, boolean reusable) {
            if (finish() && reusable) {
                give(connection);
            } else {
                connection.close();
            }
        }

        @Override
        public IOException explained(IOException problem) {
            return deadline.explained(problem);
        }
    }

    private static int millis(Duration time) {
        return (int) Math.min(time.toMillis(), Integer.MAX_VALUE);
    }

    private byte[] head(ApiRequest request, String headers) {
        var text = new StringBuilder(256);
        text.append(request.method())
                .append(' ')
                .append(endpoint.prefix())
                .append(request.path())
                .append(" HTTP/1.1\r\nHost: ")
                .append(endpoint.authority())
                .append("\r\nUser-Agent: ")
                .append(userAgent)
                .append("\r\nAccept: ")
                .append(request.accept())
                .append("\r\n")
                .append(headers);
        if (!request.traceparent().isEmpty()) {
            text.append("traceparent: ").append(request.traceparent()).append("\r\n");
        }
        byte[] body = request.body();
        if (!request.contentType().isEmpty()) {
            text.append("Content-Type: ")
                    .append(request.contentType())
                    .append("\r\nContent-Length: ")
                    .append(body.length)
                    .append("\r\n");
        }
        text.append("\r\n");
        byte[] head = text.toString().getBytes(StandardCharsets.ISO_8859_1);
        if (body.length == 0) {
            return head;
        }
        byte[] all = new byte[head.length + body.length];
        System.arraycopy(head, 0, all, 0, head.length);
        System.arraycopy(body, 0, all, head.length, body.length);
        return all;
    }

    private @Nullable HttpConnection take(SSLContext trust) {
        lock.lock();
        try {
            long oldest = nanos.getAsLong() - MAX_IDLE;
            while (!idle.isEmpty() && idle.peekFirst().idleSince() - oldest < 0) {
                idle.pollFirst().close();
            }
            HttpConnection last = idle.pollLast();
            while (last != null && !last.madeWith(trust)) {
                last.close();
                last = idle.pollLast();
            }
            return last;
        } finally {
            lock.unlock();
        }
    }

    private void give(HttpConnection connection) {
        lock.lock();
        try {
            if (closed) {
                connection.close();
            } else {
                connection.idleSince(nanos.getAsLong());
                idle.addLast(connection);
            }
        } finally {
            lock.unlock();
        }
    }

    /// Closes the idle connections. A connection in use is closed after its use.
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            idle.forEach(HttpConnection::close);
            idle.clear();
        } finally {
            lock.unlock();
        }
    }
}
