package dev.berth.app;

import dev.berth.config.Settings;
import dev.berth.config.Settings.ClientConnection;
import dev.berth.config.Settings.LeaderElection;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;

import java.time.Duration;

/// Flags of kube-scheduler that say what a configuration can say too.
final class ConfigurationFlags {
    private static final String BOOL = "0..1";
    private static final String TRUE = "true";
    private static final String IGNORED = "deprecated, and ignored with --config: ";

    @Option(
            names = "--leader-elect",
            arity = BOOL,
            fallbackValue = TRUE,
            paramLabel = "BOOL",
            description = "elect a leader among replicas (default: true)")
    private @Nullable Boolean leaderElect;

    @Option(
            names = "--leader-elect-lease-duration",
            paramLabel = "TIME",
            description = "how long others wait for a leader that is silent (default: 15s)")
    private @Nullable Duration leaseDuration;

    @Option(
            names = "--leader-elect-renew-deadline",
            paramLabel = "TIME",
            description = "how long a leader tries to stay it (default: 10s)")
    private @Nullable Duration renewDeadline;

    @Option(
            names = "--leader-elect-retry-period",
            paramLabel = "TIME",
            description = "between two tries (default: 2s)")
    private @Nullable Duration retryPeriod;

    @Option(
            names = "--leader-elect-resource-lock",
            paramLabel = "KIND",
            description = "the kind of the lock (default: leases, and nothing else)")
    private @Nullable String resourceLock;

    @Option(
            names = "--leader-elect-resource-name",
            paramLabel = "NAME",
            description = "the name of the lock (default: kube-scheduler)")
    private @Nullable String resourceName;

    @Option(
            names = "--leader-elect-resource-namespace",
            paramLabel = "NAME",
            description = "the namespace of the lock (default: kube-system)")
    private @Nullable String resourceNamespace;

    @Option(
            names = "--kubeconfig",
            paramLabel = "FILE",
            description = IGNORED + "how to reach the API server")
    private @Nullable String kubeconfig;

    @Option(
            names = "--kube-api-content-type",
            paramLabel = "TYPE",
            description = IGNORED + "of requests (default: application/vnd.kubernetes.protobuf)")
    private @Nullable String contentType;

    @Option(
            names = "--kube-api-qps",
            paramLabel = "N",
            description = IGNORED + "calls a second (default: 50)")
    private @Nullable Float qps;

    @Option(
            names = "--kube-api-burst",
            paramLabel = "N",
            description = IGNORED + "calls at once (default: 100)")
    private @Nullable Integer burst;

    @Option(
            names = "--profiling",
            arity = BOOL,
            fallbackValue = TRUE,
            paramLabel = "BOOL",
            description = IGNORED + "serve profiles (default: true)")
    private @Nullable Boolean profiling;

    @Option(
            names = "--contention-profiling",
            arity = BOOL,
            fallbackValue = TRUE,
            paramLabel = "BOOL",
            description = IGNORED + "of locks too (default: true)")
    private @Nullable Boolean contention;

    /// @param withFile whether there is a file, before which some flags count for nothing
    Settings applied(Settings settings, boolean withFile) {
        Settings elected = settings.with(applied(settings.leaderElection()));
        return withFile
                ? elected
                : elected.with(applied(settings.clientConnection()))
                        .withProfiling(
                                or(profiling, settings.enableProfiling()),
                                or(contention, settings.enableContentionProfiling()));
    }

    private LeaderElection applied(LeaderElection given) {
        return new LeaderElection(
                or(leaderElect, given.leaderElect()),
                or(leaseDuration, given.leaseDuration()),
                or(renewDeadline, given.renewDeadline()),
                or(retryPeriod, given.retryPeriod()),
                or(resourceLock, given.resourceLock()),
                or(resourceName, given.resourceName()),
                or(resourceNamespace, given.resourceNamespace()));
    }

    private ClientConnection applied(ClientConnection given) {
        return new ClientConnection(
                or(kubeconfig, given.kubeconfig()),
                given.acceptContentTypes(),
                or(contentType, given.contentType()),
                or(qps, given.qps()),
                or(burst, given.burst()));
    }

    private static <T> T or(@Nullable T flag, T otherwise) {
        return flag == null ? otherwise : flag;
    }
}
