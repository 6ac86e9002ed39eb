package dev.berth.observe.tracing;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

import javax.net.ssl.SSLContext;

/// Where and how traces are exported.
///
/// @param endpoint the URL that requests are sent to: `http://localhost:4318/v1/traces`
/// @param samplingRatePerMillion how many of a million attempts are traced
/// @param headers additional headers, which can contain credentials
/// @param tls empty for the authorities of the system
/// @param timeout of one request
/// @param resource the attributes of the process
/// @param delay the maximum time that a span waits for its batch to fill
public record TracingOptions(
        URI endpoint,
        int samplingRatePerMillion,
        Map<String, String> headers,
        Optional<SSLContext> tls,
        boolean gzip,
        Duration timeout,
        Map<String, String> resource,
        int queueSize,
        int batchSize,
        Duration delay) {
    public static final String DEFAULT_ENDPOINT = "http://localhost:4318";

    /// The sampling rate if none is configured: 1 %.
    public static final int DEFAULT_RATE = 10_000;

    /// An attempt has about 30 spans, so the queue is larger than the 2,048 spans that
    /// OpenTelemetry suggests.
    static final int DEFAULT_QUEUE = 8_192;

    static final int DEFAULT_BATCH = 512;
    static final Duration DEFAULT_DELAY = Duration.ofSeconds(5);
    static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

    /// Headers are left out, because they can contain credentials.
    @Override
    public String toString() {
        return "traces of %d per million attempts to %s"
                .formatted(samplingRatePerMillion, endpoint);
    }
}
