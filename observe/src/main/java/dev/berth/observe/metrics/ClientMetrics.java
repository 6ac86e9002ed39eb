package dev.berth.observe.metrics;

import static dev.berth.observe.metrics.Stability.ALPHA;

import dev.berth.kubeclient.ClientMeter;

import java.util.function.DoubleSupplier;

/// The metrics of the API client. client-go: `rest_client_*`.
public final class ClientMetrics implements ClientMeter {
    private static final Buckets SECONDS =
            Buckets.seconds(0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60);
    private static final Buckets BYTES =
            Buckets.of(64, 256, 512, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216);
    private static final double HOUR = 3600;
    private static final double DAY = 24 * HOUR;

    private final MetricFamily<Counter> requests;
    private final MetricFamily<Counter> retries;
    private final MetricFamily<Histogram> seconds;
    private final MetricFamily<Histogram> limiterSeconds;
    private final MetricFamily<Histogram> resolveSeconds;
    private final MetricFamily<Histogram> sentBytes;
    private final MetricFamily<Histogram> receivedBytes;
    private final MetricFamily<Gauge> timeToLive;
    private final MetricFamily<Histogram> rotationAge;
    private final MetricFamily<Counter> programs;
    private final MetricFamily<Gauge> transports;
    private final MetricFamily<Counter> connections;
    private final MetricFamily<Counter> authorities;
    private volatile double credentialsEnd = Double.POSITIVE_INFINITY;

    /// @param epochSeconds the current time
    public ClientMetrics(MetricRegistry registry, DoubleSupplier epochSeconds) {
        requests =
                registry.sharedCounter(
                        "rest_client_requests_total",
                        ALPHA,
                        "Requests to the API server, by status code.",
                        "code",
                        "method",
                        "host");
        retries =
                registry.sharedCounter(
                        "rest_client_request_retries_total",
                        ALPHA,
                        "Retried requests, by the status code before the retry.",
                        "code",
                        "verb",
                        "host");
        seconds =
                registry.sharedHistogram(
                        "rest_client_request_duration_seconds",
                        ALPHA,
                        "Duration of a request, including its response.",
                        SECONDS,
                        "verb",
                        "host");
        limiterSeconds =
                registry.sharedHistogram(
                        "rest_client_rate_limiter_duration_seconds",
                        ALPHA,
                        "Delay of requests by the client's rate limit.",
                        SECONDS,
                        "verb",
                        "host");
        resolveSeconds =
                registry.sharedHistogram(
                        "rest_client_dns_resolution_duration_seconds",
                        ALPHA,
                        "Duration of the lookup of a host name.",
                        Buckets.seconds(0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30),
                        "host");
        sentBytes =
                registry.sharedHistogram(
                        "rest_client_request_size_bytes",
                        ALPHA,
                        "Size of request bodies in bytes.",
                        BYTES,
                        "verb",
                        "host");
        receivedBytes =
                registry.sharedHistogram(
                        "rest_client_response_size_bytes",
                        ALPHA,
                        "Size of response bodies in bytes.",
                        BYTES,
                        "verb",
                        "host");
        timeToLive =
                registry.gauge(
                        "rest_client_exec_plugin_ttl_seconds",
                        ALPHA,
                        "Time until the first credentials of exec plugins expire; infinite"
                                + " without any.");
        rotationAge =
                registry.sharedHistogram(
                        "rest_client_exec_plugin_certificate_rotation_age",
                        ALPHA,
                        "Age in seconds of certificates of exec plugins at their replacement.",
                        Buckets.of(
                                600,
                                1800,
                                HOUR,
                                4 * HOUR,
                                DAY,
                                7 * DAY,
                                30 * DAY,
                                90 * DAY,
                                180 * DAY,
                                360 * DAY,
                                4 * 360 * DAY));
        programs =
                registry.sharedCounter(
                        "rest_client_exec_plugin_call_total",
                        ALPHA,
                        "Runs of exec plugins, by exit code and status.",
                        "code",
                        "call_status");
        registry.sharedCounter(
                "rest_client_exec_plugin_policy_call_total",
                ALPHA,
                "Checks of exec plugins against the plugin policy.",
                "allowed",
                "denied");
        transports =
                registry.gauge(
                        "rest_client_transport_cache_entries", ALPHA, "Transports in the cache.");
        connections =
                registry.sharedCounter(
                        "rest_client_transport_create_calls_total",
                        ALPHA,
                        "Requests for a transport, by whether the cache had one.",
                        "result");
        authorities =
                registry.sharedCounter(
                        "rest_client_transport_ca_reload_total",
                        ALPHA,
                        "Reloads of certificate authorities.",
                        "result",
                        "reason");
        registry.sharedCounter(
                "rest_client_transport_cert_rotation_gc_calls_total",
                ALPHA,
                "Transports that were removed together with their certificate.");
        registry.sharedCounter(
                "rest_client_transport_cache_gc_calls_total",
                ALPHA,
                "Transports that were checked for removal.",
                "result");
        registry.before(() -> timeToLive.of().set(credentialsEnd - epochSeconds.getAsDouble()));
    }

    @Override
    public void answered(String method, String host, String code) {
        requests.of(code, method, host).add(1);
    }

    @Override
    public void took(String method, String host, long nanos) {
        seconds.of(method, host).observe(nanos);
    }

    @Override
    public void sent(String method, String host, long bytes) {
        sentBytes.of(method, host).observe(bytes);
    }

    @Override
    public void received(String method, String host, long bytes) {
        receivedBytes.of(method, host).observe(bytes);
    }

    @Override
    public void rateLimited(String method, String host, long nanos) {
        limiterSeconds.of(method, host).observe(nanos);
    }

    @Override
    public void retried(String method, String host, String code) {
        retries.of(code, method, host).add(1);
    }

    @Override
    public void resolved(String host, long nanos) {
        resolveSeconds.of(host).observe(nanos);
    }

    @Override
    public void execPluginCalled(int code, boolean failed) {
        programs.of(Integer.toString(code), failed ? "plugin_execution_error" : "no_error").add(1);
    }

    @Override
    public void credentialsEnd(double epochSeconds) {
        credentialsEnd = epochSeconds;
    }

    @Override
    public void replacedCertificate(long ageSeconds) {
        rotationAge.of().observe(ageSeconds);
    }

    @Override
    public void connected(boolean reused) {
        connections.of(reused ? "hit" : "miss").add(1);
    }

    @Override
    public void connections(int open) {
        transports.of().set(open);
    }

    @Override
    public void reloadedAuthorities(String result, String reason) {
        authorities.of(result, reason).add(1);
    }
}
