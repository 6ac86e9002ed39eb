package dev.berth.observe.metrics;

import static dev.berth.observe.metrics.Stability.ALPHA;

import dev.berth.kubeclient.ClientMeter;

import java.util.function.DoubleSupplier;

/// The metrics of the client of the API server.
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
    private final MetricFamily<Histogram> heldSeconds;
    private final MetricFamily<Histogram> resolveSeconds;
    private final MetricFamily<Histogram> sentBytes;
    private final MetricFamily<Histogram> receivedBytes;
    private final MetricFamily<Gauge> timeToLive;
    private final MetricFamily<Histogram> samplingAge;
    private final MetricFamily<Counter> programs;
    private final MetricFamily<Gauge> transports;
    private final MetricFamily<Counter> connections;
    private final MetricFamily<Counter> authorities;
    private volatile double credentialsEnd = Double.POSITIVE_INFINITY;

    /// @param epochSeconds the time now
    public ClientMetrics(MetricRegistry registry, DoubleSupplier epochSeconds) {
        requests =
                registry.sharedCounter(
                        "rest_client_requests_total",
                        ALPHA,
                        "Requests to the API server, by the code of the answer.",
                        "code",
                        "method",
                        "host");
        retries =
                registry.sharedCounter(
                        "rest_client_request_retries_total",
                        ALPHA,
                        "Requests that were made again, by the code of the answer before.",
                        "code",
                        "verb",
                        "host");
        seconds =
                registry.sharedHistogram(
                        "rest_client_request_duration_seconds",
                        ALPHA,
                        "Time of a request, its answer included.",
                        SECONDS,
                        "verb",
                        "host");
        heldSeconds =
                registry.sharedHistogram(
                        "rest_client_rate_limiter_duration_seconds",
                        ALPHA,
                        "Time that requests waited because too many were made before.",
                        SECONDS,
                        "verb",
                        "host");
        resolveSeconds =
                registry.sharedHistogram(
                        "rest_client_dns_resolution_duration_seconds",
                        ALPHA,
                        "Time to look up the address of a host.",
                        Buckets.seconds(0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30),
                        "host");
        sentBytes =
                registry.sharedHistogram(
                        "rest_client_request_size_bytes",
                        ALPHA,
                        "Bytes of what was sent.",
                        BYTES,
                        "verb",
                        "host");
        receivedBytes =
                registry.sharedHistogram(
                        "rest_client_response_size_bytes",
                        ALPHA,
                        "Bytes of what was received.",
                        BYTES,
                        "verb",
                        "host");
        timeToLive =
                registry.gauge(
                        "rest_client_exec_plugin_ttl_seconds",
                        ALPHA,
                        "Time until the first of the credentials that programs gave ends; infinite"
                                + " without any.");
        samplingAge =
                registry.sharedHistogram(
                        "rest_client_exec_plugin_certificate_rotation_age",
                        ALPHA,
                        "Seconds that a certificate from a program had been used when it was"
                                + " replaced.",
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
                        "How often programs were asked for credentials, by how they ended.",
                        "code",
                        "call_status");
        registry.sharedCounter(
                "rest_client_exec_plugin_policy_call_total",
                ALPHA,
                "How often programs were held against the policy for programs.",
                "allowed",
                "denied");
        transports =
                registry.gauge(
                        "rest_client_transport_cache_entries",
                        ALPHA,
                        "Connections that are kept open.");
        connections =
                registry.sharedCounter(
                        "rest_client_transport_create_calls_total",
                        ALPHA,
                        "How often a connection was wanted, and whether an open one served.",
                        "result");
        authorities =
                registry.sharedCounter(
                        "rest_client_transport_ca_reload_total",
                        ALPHA,
                        "How often the certificates of authorities were read again.",
                        "result",
                        "reason");
        registry.sharedCounter(
                "rest_client_transport_cert_rotation_gc_calls_total",
                ALPHA,
                "Connections that were given up together with their certificate.");
        registry.sharedCounter(
                "rest_client_transport_cache_gc_calls_total",
                ALPHA,
                "Connections that were looked at to be given up.",
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
    public void held(String method, String host, long nanos) {
        heldSeconds.of(method, host).observe(nanos);
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
    public void askedProgram(int code, boolean failed) {
        programs.of(Integer.toString(code), failed ? "plugin_execution_error" : "no_error").add(1);
    }

    @Override
    public void credentialsEnd(double epochSeconds) {
        credentialsEnd = epochSeconds;
    }

    @Override
    public void replacedCertificate(long ageSeconds) {
        samplingAge.of().observe(ageSeconds);
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
