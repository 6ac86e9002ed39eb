package dev.berth.kube.extender;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.engine.port.Extender;
import dev.berth.engine.port.ExtenderException;
import dev.berth.engine.port.ExtenderSpec;
import dev.berth.engine.port.Trace;
import dev.berth.engine.port.TraceScope;
import dev.berth.kubeclient.http.NotSentException;
import dev.berth.kubeclient.http.SendGuard;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;
import dev.berth.model.json.JsonException;
import dev.berth.model.json.JsonReader;

import java.io.ByteArrayInputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// An extender that is called over HTTP with kube-scheduler's extender protocol.
///
/// A call ends after the configured timeout at the latest, and reads at most [#MAX_BYTES].
///
/// kube-scheduler: `HTTPExtender`.
public final class HttpExtender implements Extender, AutoCloseable {
    /// The size of a response. 5,000 complete nodes need less.
    private static final int MAX_BYTES = 128 << 20;

    private static final int HIGHEST_PORT = 65_535;
    private static final Duration FOREVER = Duration.ofDays(365);

    private final ExtenderSpec spec;
    private final HttpClient client;
    private final Duration timeout;
    private final SendGuard passage;

    /// @throws IllegalArgumentException if the URL or the certificates are invalid
    public HttpExtender(ExtenderSpec spec) {
        this(spec, SendGuard.FREE);
    }

    /// @param passage the guard that every bind passes before it is sent
    /// @throws IllegalArgumentException if the URL or the certificates are invalid
    public HttpExtender(ExtenderSpec spec, SendGuard passage) {
        this.spec = spec;
        this.passage = passage;
        // Parity: http.Client has no timeout if httpTimeout is negative.
        this.timeout = spec.httpTimeout().isNegative() ? FOREVER : spec.httpTimeout();
        HttpClient.Builder builder =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(timeout);
        for (String verb :
                List.of(
                        spec.filterVerb(),
                        spec.prioritizeVerb(),
                        spec.bindVerb(),
                        spec.preemptVerb())) {
            address(verb);
        }
        URI address = address("");
        if (address.getScheme().equalsIgnoreCase("https")) {
            builder.sslContext(ExtenderTls.context(spec));
        }
        this.client = builder.build();
    }

    @Override
    public ExtenderSpec spec() {
        return spec;
    }

    @Override
    public Filtered filter(ExtenderArgs inquiry) throws ExtenderException, InterruptedException {
        return ExtenderJson.filtered(
                object(spec.filterVerb(), ExtenderJson.args(inquiry, spec)),
                spec.nodeCacheCapable());
    }

    @Override
    public Map<String, Long> prioritize(ExtenderArgs inquiry)
            throws ExtenderException, InterruptedException {
        return ExtenderJson.scores(call(spec.prioritizeVerb(), ExtenderJson.args(inquiry, spec)));
    }

    @Override
    public void bind(Pod pod, String node) throws ExtenderException, InterruptedException {
        try {
            passage.enter();
        } catch (NotSentException e) {
            throw new ExtenderException(String.valueOf(e.getMessage()), e);
        }
        try {
            ExtenderJson.throwOnError(object(spec.bindVerb(), ExtenderJson.binding(pod, node)));
        } finally {
            passage.leave();
        }
    }

    @Override
    public List<Evictions> preempt(Json.Obj pod, List<Evictions> proposed)
            throws ExtenderException, InterruptedException {
        return ExtenderJson.evictions(
                object(spec.preemptVerb(), ExtenderJson.proposal(pod, proposed, spec)));
    }

    private Json.Obj object(String verb, Json.Obj body)
            throws ExtenderException, InterruptedException {
        if (call(verb, body) instanceof Json.Obj answer) {
            return answer;
        }
        throw new ExtenderException(
                "extender at URL %s did not return a JSON object".formatted(address(verb)));
    }

    private Json call(String verb, Json.Obj body) throws ExtenderException, InterruptedException {
        Trace.Call traced = TraceScope.current().call("POST " + shown(address(verb)));
        try {
            Json answer = call(verb, body, traced.traceparent());
            traced.ended("");
            return answer;
        } catch (ExtenderException | InterruptedException | RuntimeException problem) {
            traced.ended(
                    String.valueOf(problem.getMessage())
                            .replace(address(verb).toString(), shown(address(verb))));
            throw problem;
        }
    }

    /// An address without user name, password and query.
    private static String shown(URI address) {
        String port = address.getPort() < 0 ? "" : ":" + address.getPort();
        return "%s://%s%s%s"
                .formatted(address.getScheme(), address.getHost(), port, address.getPath());
    }

    private Json call(String verb, Json.Obj body, String traceparent)
            throws ExtenderException, InterruptedException {
        URI address = address(verb);
        HttpRequest.Builder request =
                HttpRequest.newBuilder(address)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body.text(), UTF_8));
        if (!traceparent.isEmpty()) {
            request.header("traceparent", traceparent);
        }
        HttpResponse<byte[]> response = send(request.build());
        if (response.statusCode() != 200) {
            throw new ExtenderException(
                    "failed %s with extender at URL %s, code %d"
                            .formatted(verb, address, response.statusCode()));
        }
        try (var reader = new JsonReader(new ByteArrayInputStream(response.body()))) {
            return reader.next()
                    .orElseThrow(() ->
                            new ExtenderException(
                                    "extender at URL %s returned an empty response"
                                            .formatted(address)));
        } catch (JsonException invalid) {
            throw new ExtenderException(
                    "extender at URL %s returned invalid JSON: %s"
                            .formatted(address, invalid.getMessage()),
                    invalid);
        }
    }

    /// The timeout covers the whole call: to connect, to wait for the response, and to read it.
    private HttpResponse<byte[]> send(HttpRequest request)
            throws ExtenderException, InterruptedException {
        CompletableFuture<HttpResponse<byte[]>> answer =
                client.sendAsync(
                        request,
                        HttpResponse.BodyHandlers.limiting(
                                HttpResponse.BodyHandlers.ofByteArray(), MAX_BYTES));
        try {
            return answer.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            throw ExtenderException.unanswered(
                    "Post \"%s\": no response within %s".formatted(request.uri(), seconds(timeout)),
                    late);
        } catch (ExecutionException problem) {
            String text = text(problem);
            String message = "Post \"%s\": %s".formatted(request.uri(), text);
            throw problem.getCause() instanceof ConnectException
                    ? new ExtenderException(message, problem)
                    : ExtenderException.unanswered(message, problem);
        } finally {
            // Abort the exchange if the caller no longer waits for it.
            answer.cancel(true);
        }
    }

    private static String text(ExecutionException problem) {
        Throwable last = problem;
        while (last.getCause() != null) {
            last = last.getCause();
        }
        if (last instanceof UnresolvedAddressException) {
            return "no such host";
        }
        if (problem.getCause() instanceof ConnectException refused) {
            return refused.getMessage() == null ? "connection refused" : refused.getMessage();
        }
        return last.getMessage() == null ? last.toString() : last.getMessage();
    }

    private static String seconds(Duration time) {
        return time.toMillis() % 1000 == 0 ? time.toSeconds() + "s" : time.toMillis() + "ms";
    }

    private URI address(String verb) {
        String prefix = spec.urlPrefix();
        String base = prefix.endsWith("/") ? prefix.substring(0, prefix.length() - 1) : prefix;
        URI address;
        try {
            address = URI.create(verb.isEmpty() ? base : base + "/" + verb);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "urlPrefix \"%s\"%s is not an address: %s"
                            .formatted(
                                    prefix,
                                    verb.isEmpty() ? "" : " with verb \"" + verb + "\"",
                                    e.getMessage()),
                    e);
        }
        if (address.getPort() > HIGHEST_PORT) {
            throw new IllegalArgumentException(
                    "urlPrefix \"%s\" is not an address: there is no port %d"
                            .formatted(prefix, address.getPort()));
        }
        if (!List.of("http", "https").contains(String.valueOf(address.getScheme()))
                || address.getHost() == null) {
            throw new IllegalArgumentException(
                    "urlPrefix \"%s\" is not an address: it must begin with http:// or https:// and name a host"
                            .formatted(prefix));
        }
        return address;
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
