package dev.berth.app.flags;

import dev.berth.app.options.RateLimitOptions;
import dev.berth.app.pflag.Flag;
import dev.berth.app.pflag.FlagValues;
import dev.berth.app.pflag.GoTypes;
import dev.berth.config.Settings;
import dev.berth.config.Settings.ClientConnection;

import java.time.Duration;
import java.util.List;

/// The flags that are older than configuration files. With a configuration file, some of them are
/// ignored, as their help states.
public final class DeprecatedFlags {
    private static final String GROUP = "deprecated";
    private static final String IGNORED = "DEPRECATED, ignored with --config: ";

    private static final Flag<String> KUBECONFIG =
            new Flag<>(
                    GROUP,
                    "kubeconfig",
                    GoTypes.STRING,
                    "",
                    IGNORED + "kubeconfig of the API server");
    private static final Flag<String> CONTENT_TYPE =
            new Flag<>(
                    GROUP,
                    "kube-api-content-type",
                    GoTypes.STRING,
                    "application/vnd.kubernetes.protobuf",
                    IGNORED + "content type of requests to the API server");
    private static final Flag<Float> QPS =
            new Flag<>(
                    GROUP,
                    "kube-api-qps",
                    GoTypes.FLOAT32,
                    50f,
                    IGNORED + "maximum requests to the API server per second");
    private static final Flag<Integer> BURST =
            new Flag<>(
                    GROUP,
                    "kube-api-burst",
                    GoTypes.INT32,
                    100,
                    IGNORED + "maximum burst of requests to the API server");
    private static final Flag<Boolean> PROFILING =
            new Flag<>(
                    GROUP,
                    "profiling",
                    GoTypes.BOOL,
                    true,
                    IGNORED + "serve profiles under /debug/pprof/");
    private static final Flag<Boolean> CONTENTION =
            new Flag<>(
                    GROUP,
                    "contention-profiling",
                    GoTypes.BOOL,
                    true,
                    IGNORED + "include lock contention in the profiles");
    private static final Flag<Duration> MAX_UNSCHEDULABLE =
            new Flag<>(
                    GROUP,
                    "pod-max-in-unschedulable-pods-duration",
                    GoTypes.DURATION,
                    Duration.ofMinutes(5),
                    "DEPRECATED: time after which an unschedulable pod is retried even without an"
                            + " event");

    private static final Flag<Float> PODS_QPS =
            new Flag<>(
                    GROUP,
                    "bind-pods-qps",
                    GoTypes.FLOAT32,
                    RateLimitOptions.DEFAULT_QPS,
                    "DEPRECATED: maximum scheduling attempts per second; no limit unless this flag"
                            + " or --bind-pods-burst is set");
    private static final Flag<Integer> PODS_BURST =
            new Flag<>(
                    GROUP,
                    "bind-pods-burst",
                    GoTypes.INT32,
                    RateLimitOptions.DEFAULT_BURST,
                    "DEPRECATED: maximum scheduling attempts at once after an idle time; no limit"
                            + " unless this flag or --bind-pods-qps is set");

    static final List<Flag<?>> ALL =
            List.of(
                    KUBECONFIG,
                    CONTENT_TYPE,
                    QPS,
                    BURST,
                    PROFILING,
                    CONTENTION,
                    MAX_UNSCHEDULABLE,
                    PODS_QPS,
                    PODS_BURST);

    private DeprecatedFlags() {}

    /// Applied when there is no configuration file.
    static Settings applied(Settings settings, FlagValues values) {
        ClientConnection known = settings.clientConnection();
        return settings.with(
                        new ClientConnection(
                                values.given(KUBECONFIG).orElse(known.kubeconfig()),
                                known.acceptContentTypes(),
                                values.given(CONTENT_TYPE).orElse(known.contentType()),
                                values.given(QPS).orElse(known.qps()),
                                values.given(BURST).orElse(known.burst())))
                .withProfiling(
                        values.given(PROFILING).orElse(settings.enableProfiling()),
                        values.given(CONTENTION).orElse(settings.enableContentionProfiling()));
    }

    public static RateLimitOptions rateLimit(FlagValues values) {
        return RateLimitOptions.of(values.given(PODS_QPS), values.given(PODS_BURST));
    }

    public static Duration maxUnschedulable(FlagValues values) {
        return values.get(MAX_UNSCHEDULABLE);
    }
}
