package dev.berth.serving;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.engine.port.Log;
import dev.berth.serving.http.Endpoint;
import dev.berth.serving.http.Headers;
import dev.berth.serving.http.QueryParameters;
import dev.berth.serving.http.ServerRequest;
import dev.berth.serving.http.ServerResponse;
import dev.berth.serving.http.StreamingBody;

import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// Connects Jetty to the endpoints.
final class JettyHandler extends Handler.Abstract {
    private static final ServerResponse NOT_READABLE =
            ServerResponse.problem(ServerResponse.BAD_REQUEST, "400 Bad Request");
    private static final ServerResponse BROKEN =
            ServerResponse.problem(
                    ServerResponse.INTERNAL_ERROR,
                    "This request caused the scheduler to fail. Look in the logs for details.");

    private final Endpoint endpoint;
    private final ClientConnections clients;
    private final int maxBody;
    private final Log log;

    JettyHandler(Endpoint endpoint, ClientConnections clients, int maxBody, Log log) {
        this.endpoint = endpoint;
        this.clients = clients;
        this.maxBody = maxBody;
        this.log = log;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback)
            throws InterruptedException, IOException {
        ClientConnections.Client client = clients.of(request);
        client.requestBegan();
        Request.addCompletionListener(request, _ -> client.requestEnded());
        ServerResponse answer = answer(request, client);
        response.setStatus(answer.status());
        response.getHeaders().put("Cache-Control", "no-cache, private");
        answer.headers().forEach(response.getHeaders()::put);
        if (log.enabled(3)) {
            log.info(
                    3,
                    "HTTP",
                    "verb",
                    request.getMethod(),
                    "URI",
                    request.getHttpURI().getPathQuery(),
                    "userAgent",
                    request.getHeaders().get("User-Agent"),
                    "contentType",
                    Objects.requireNonNullElse(request.getHeaders().get("Content-Type"), ""),
                    "srcIP",
                    Request.getRemoteAddr(request),
                    "resp",
                    answer.status());
        }
        switch (answer.content()) {
            case ServerResponse.Whole(var body) -> {
                response.getHeaders().put("Content-Length", body.length);
                response.write(true, ByteBuffer.wrap(body), callback);
            }
            case ServerResponse.Streamed(var flow) -> stream(flow, request, response, callback);
        }
        return true;
    }

    /// Disables the idle timeout of a stream. It ends by itself, or when a write fails.
    private static void stream(
            StreamingBody flow, Request request, Response response, Callback callback)
            throws InterruptedException {
        request.addIdleTimeoutListener(_ -> false);
        request.addFailureListener(_ -> flow.gone());
        try (OutputStream out = Content.Sink.asOutputStream(response)) {
            flow.writeTo(out);
        } catch (IOException e) {
            callback.failed(e);
            return;
        }
        callback.succeeded();
    }

    private ServerResponse answer(Request request, ClientConnections.Client client)
            throws InterruptedException, IOException {
        Optional<String> path = path(request.getHttpURI());
        if (path.isEmpty()) {
            return NOT_READABLE;
        }
        byte[] body = body(request, client);
        if (body.length > maxBody) {
            return endpoint.tooLarge(maxBody);
        }
        String query = request.getHttpURI().getQuery();
        var call =
                new ServerRequest(
                        request.getMethod(),
                        path.get(),
                        request.getHttpURI().getPathQuery(),
                        QueryParameters.of(query == null ? "" : query),
                        headers(request),
                        certificates(request),
                        client,
                        body);
        try {
            return endpoint.answer(call);
        } catch (RuntimeException | Error e) {
            log.error(e, "An endpoint failed", "verb", call.method(), "URI", call.target());
            return BROKEN;
        }
    }

    private byte[] body(Request request, ClientConnections.Client client) throws IOException {
        Scheduler.Task deadline = client.awaitBody();
        try (InputStream in = Request.asInputStream(request)) {
            return in.readNBytes(maxBody + 1);
        } finally {
            deadline.cancel();
        }
    }

    /// Returns the decoded path, or nothing if it cannot be decoded. A plus sign is literal,
    /// because it stands for a space in queries only.
    private static Optional<String> path(HttpURI uri) {
        String raw = uri.getPath();
        try {
            return Optional.of(
                    raw == null ? "" : URLDecoder.decode(raw.replace("+", "%2B"), UTF_8));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Headers headers(Request request) {
        var headers = new HashMap<String, List<String>>();
        for (HttpField field : request.getHeaders()) {
            String value = field.getValue();
            headers.computeIfAbsent(field.getName(), _ -> new ArrayList<>())
                    .add(value == null ? "" : value);
        }
        return new Headers(headers);
    }

    private static List<X509Certificate> certificates(Request request) {
        EndPoint.SslSessionData tls =
                request.getConnectionMetaData().getConnection().getEndPoint().getSslSessionData();
        X509Certificate[] shown = tls == null ? null : tls.peerCertificates();
        return shown == null ? List.of() : List.of(shown);
    }
}
