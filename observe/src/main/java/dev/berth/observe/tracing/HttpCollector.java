package dev.berth.observe.tracing;

import dev.berth.engine.port.Clock;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.Set;
import java.util.zip.GZIPOutputStream;

/// A collector that is called with OTLP over HTTP, in protobuf.
final class HttpCollector implements Collector {
    private static final int MAX_RESPONSE = 64 << 10;

    /// The codes of responses after which a request is repeated, as OTLP defines them.
    private static final Set<Integer> TEMPORARY = Set.of(429, 502, 503, 504);

    private final TracingOptions options;
    private final Clock clock;
    private final HttpClient client;

    HttpCollector(TracingOptions options, Clock clock) {
        this.options = options;
        this.clock = clock;
        HttpClient.Builder builder =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .connectTimeout(options.timeout());
        options.tls().ifPresent(builder::sslContext);
        client = builder.build();
    }

    @Override
    public Response send(byte[] request) throws InterruptedException {
        HttpRequest.Builder post =
                HttpRequest.newBuilder(options.endpoint())
                        .timeout(options.timeout())
                        .header("Content-Type", "application/x-protobuf");
        options.headers().forEach(post::header);
        byte[] body = request;
        if (options.gzip()) {
            post.header("Content-Encoding", "gzip");
            body = compressed(request);
        }
        try {
            return response(
                    client.send(
                            post.POST(HttpRequest.BodyPublishers.ofByteArray(body)).build(),
                            HttpResponse.BodyHandlers.limiting(
                                    HttpResponse.BodyHandlers.ofByteArray(), MAX_RESPONSE)));
        } catch (IOException e) {
            return new Response.Unavailable(
                    e.getMessage() == null ? e.toString() : e.getMessage(), Optional.empty());
        }
    }

    private Response response(HttpResponse<byte[]> response) {
        int code = response.statusCode();
        if (code >= 200 && code < 300) {
            PartialSuccess partial = PartialSuccess.of(response.body());
            return new Response.Accepted(partial.rejected(), partial.message());
        }
        return TEMPORARY.contains(code)
                ? new Response.Unavailable(
                        "status " + code,
                        response.headers().firstValue("Retry-After").flatMap(this::pause))
                : new Response.Rejected("status " + code);
    }

    /// A number of seconds or a date.
    private Optional<Duration> pause(String retryAfter) {
        try {
            return Optional.of(Duration.ofSeconds(Long.parseUnsignedLong(retryAfter.strip())));
        } catch (NumberFormatException date) {
            try {
                return Optional.of(
                        Duration.between(
                                clock.instant(),
                                ZonedDateTime.parse(
                                        retryAfter.strip(), DateTimeFormatter.RFC_1123_DATE_TIME)));
            } catch (DateTimeException neither) {
                return Optional.empty();
            }
        }
    }

    private static byte[] compressed(byte[] request) {
        var out = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(out)) {
            gzip.write(request);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return out.toByteArray();
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
