package dev.berth.kubeclient;

import dev.berth.kubeclient.http.ApiRequest;
import dev.berth.kubeclient.http.ApiResponse;
import dev.berth.kubeclient.http.HttpTransport;
import dev.berth.kubeclient.http.NotSentException;
import dev.berth.kubeclient.http.ServerAddress;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// The connections to one API server. Several clients share them, each with its own rate limit.
public final class ApiServerClient implements AutoCloseable {
    private static final int MAX_RETRIES = 10;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int UNAUTHORIZED = 401;
    private static final int CONFLICT = 409;
    private static final Pattern LENGTH = Pattern.compile("[0-9]{1,18}");
    private static final Duration MAX_RETRY_AFTER = Duration.ofMinutes(1);

    private final HttpTransport transport;
    private final Credentials credentials;
    private final Sleeper pause;
    private final LongSupplier nanos;
    private final AtomicInteger clients = new AtomicInteger();

    /// @param threads creates the threads that read the output of exec plugins, and the one that
    ///   ends requests at their deadline
    public ApiServerClient(
            Access access,
            String userAgent,
            LongSupplier nanos,
            Supplier<Instant> now,
            Sleeper pause,
            ThreadFactory threads) {
        this.transport =
                new HttpTransport(
                        access.endpoint(), access.serverName(), userAgent, nanos, threads);
        this.credentials =
                new Credentials(access, new ExecRunner(now, ExecRunner.MAX_LENGTH, threads), nanos);
        this.pause = pause;
        this.nanos = nanos;
    }

    public ServerAddress endpoint() {
        return transport.endpoint();
    }

    /// Reads the certificates and tokens, so that an error in them is reported at startup.
    ///
    /// @throws IllegalArgumentException if they are invalid
    public void check() {
        var _ = credentials.current();
    }

    /// Returns a client with its own rate limit.
    ///
    /// @param qps requests per second; zero or less means no limit
    public ApiClient client(float qps, int burst, ClientMeter meter) {
        var limit = new RateLimit(qps, burst, nanos);
        meter.connected(clients.getAndIncrement() > 0);
        meter.connections(1);
        return request -> limited(request, limit, meter, MAX_RETRIES);
    }

    /// Returns a client for callers that cannot wait: it does not retry after a `Retry-After`
    /// response.
    public ApiClient impatientClient(float qps, int burst, ClientMeter meter) {
        var limit = new RateLimit(qps, burst, nanos);
        return request -> limited(request, limit, meter, 0);
    }

    // Parity: rest.Request retries a response with Retry-After up to ten times.
    private ApiResponse limited(
            ApiRequest request, RateLimit limit, ClientMeter meter, int maxRetries)
            throws IOException, InterruptedException {
        String method = request.method();
        String host = endpoint().authority();
        long began = nanos.getAsLong();
        boolean perhapsDone = false;
        for (int retries = 0; ; retries++) {
            long wait = limit.reserve();
            meter.rateLimited(method, host, wait);
            if (wait > 0) {
                pause.atMost(Duration.ofNanos(wait));
            }
            ApiResponse response;
            try {
                response = known(request);
            } catch (IOException e) {
                meter.answered(method, host, ClientMeter.NO_ANSWER);
                throw perhapsDone && e instanceof NotSentException ? inDoubt(request, e) : e;
            }
            String code = Integer.toString(response.status());
            meter.answered(method, host, code);
            if (response.status() != TOO_MANY_REQUESTS && response.status() < 500
                    || response.header("retry-after").isEmpty()
                    || retries == maxRetries) {
                if (perhapsDone && response.status() == CONFLICT) {
                    response.close();
                    throw inDoubt(request, new IOException("conflict"));
                }
                measure(request, response, meter, nanos.getAsLong() - began);
                return response;
            }
            perhapsDone |= response.status() >= 500 && !request.method().equals("GET");
            Duration again = retryAfter(response);
            response.close();
            meter.retried(method, host, code);
            pause.atMost(again);
        }
    }

    /// A server that responds with a 5xx code may have processed the request, so the outcome of a
    /// retry is inconclusive.
    private static IOException inDoubt(ApiRequest request, IOException last) {
        return new IOException(
                "%s failed and was retried: %s".formatted(request, last.getMessage()), last);
    }

    /// Records the metrics of a request. Watches are not timed.
    private void measure(ApiRequest request, ApiResponse response, ClientMeter meter, long took) {
        String host = endpoint().authority();
        if (!request.watches()) {
            meter.took(request.method(), host, took);
            meter.sent(request.method(), host, request.body().length);
            response.header("content-length")
                    .filter(text -> LENGTH.matcher(text).matches())
                    .map(Long::parseLong)
                    .ifPresent(length -> meter.received(request.method(), host, length));
        }
    }

    private static Duration retryAfter(ApiResponse response) {
        try {
            Duration delay =
                    Duration.ofSeconds(Long.parseLong(response.header("retry-after").orElse("")));
            return delay.compareTo(MAX_RETRY_AFTER) > 0 ? MAX_RETRY_AFTER : delay;
        } catch (NumberFormatException aDate) {
            return Duration.ofSeconds(1);
        }
    }

    /// Sends the request, and sends it again with reloaded credentials if the server does not
    /// accept the current ones.
    private ApiResponse known(ApiRequest request) throws IOException, InterruptedException {
        Credentials.Current before = present();
        ApiResponse response = transport.send(request, before.headers(), before.context());
        if (response.status() != UNAUTHORIZED) {
            return response;
        }
        Credentials.Current now = credentials.insteadOf(before);
        if (now.equals(before)) {
            return response;
        }
        response.close();
        return transport.send(request, now.headers(), now.context());
    }

    private Credentials.Current present() throws NotSentException {
        try {
            return credentials.current();
        } catch (IllegalArgumentException e) {
            throw new NotSentException(String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public void close() {
        transport.close();
    }
}
