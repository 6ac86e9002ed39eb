package dev.berth.kubeclient.http;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

import javax.net.ssl.SSLContext;

/// The connections to one server. Any thread can send a request, and waits for its own response.
///
/// A request takes an idle connection or opens a new one, so the number of connections follows the
/// number of concurrent requests. A connection that was opened with other certificates than the
/// current ones is not reused.
public final class HttpTransport implements AutoCloseable {
    private static final Duration CONNECT = Duration.ofSeconds(30);

    /// Shorter than the idle timeout of servers, so that an idle connection is rarely found closed.
    private static final long MAX_IDLE = Duration.ofSeconds(45).toNanos();

    private final ServerAddress endpoint;
    private final String userAgent;
    private final LongSupplier nanos;
    private final Dialer dialer;
    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<HttpConnection> idle = new ArrayDeque<>();
    private boolean closed;

    public HttpTransport(ServerAddress endpoint, String userAgent, LongSupplier nanos) {
        this(endpoint, "", userAgent, nanos);
    }

    /// @param serverName the server name for TLS, if it differs from the host of the address;
    ///   otherwise empty
    public HttpTransport(
            ServerAddress endpoint, String serverName, String userAgent, LongSupplier nanos) {
        this.endpoint = endpoint;
        this.userAgent = userAgent;
        this.nanos = nanos;
        this.dialer = new Dialer(endpoint, serverName);
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
        try {
            byte[] head = head(request, headers);
            HttpConnection kept = take(trust);
            if (kept != null) {
                try {
                    return exchange(kept, request, head);
                } catch (IOException broken) {
                    // The server may have closed the idle connection in the meantime. Only a GET is
                    // safe to send again.
                    if (kept.answered() || !request.method().equals("GET")) {
                        throw broken;
                    }
                }
            }
            return exchange(dialer.dial(trust, timeout(request)), request, head);
        } catch (IOException e) {
            if (Thread.interrupted()) {
                var interrupted = new InterruptedException();
                interrupted.initCause(e);
                throw interrupted;
            }
            throw e;
        }
    }

    private static Duration timeout(ApiRequest request) {
        return request.timeout().compareTo(CONNECT) < 0 ? request.timeout() : CONNECT;
    }

    private ApiResponse exchange(HttpConnection connection, ApiRequest request, byte[] bytes)
            throws IOException {
        try {
            HttpConnection.Head head = passed(connection, request, bytes);
            connection.silence(request.silence());
            return new ApiResponse(
                    head.status(),
                    head.headers(),
                    ResponseBody.of(connection, head, request.watches(), this::give));
        } catch (IOException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    private static HttpConnection.Head passed(
            HttpConnection connection, ApiRequest request, byte[] bytes) throws IOException {
        request.passage().enter();
        try {
            connection.send(bytes, bytes.length);
            return connection.readHead(request.timeout());
        } finally {
            request.passage().leave();
        }
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
