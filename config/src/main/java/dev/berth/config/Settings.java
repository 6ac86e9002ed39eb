package dev.berth.config;

import java.time.Duration;

/// The settings of a configuration other than profiles and extenders, with all defaults.
///
/// @param parallelism the number of threads that can evaluate nodes in parallel
/// @param percentageOfNodesToScore the value for profiles without one; 0 adapts to the size of the
///   cluster
/// @param delayCacheUntilActive whether a replica reads objects only after it becomes the leader
public record Settings(
        int parallelism,
        LeaderElection leaderElection,
        ClientConnection clientConnection,
        boolean enableProfiling,
        boolean enableContentionProfiling,
        int percentageOfNodesToScore,
        long podInitialBackoffSeconds,
        long podMaxBackoffSeconds,
        boolean delayCacheUntilActive) {
    /// The settings of leader election.
    ///
    /// @param resourceLock the kind of the lock object
    public record LeaderElection(
            boolean leaderElect,
            Duration leaseDuration,
            Duration renewDeadline,
            Duration retryPeriod,
            String resourceLock,
            String resourceName,
            String resourceNamespace) {}

    /// The connection to the API server.
    ///
    /// @param qps the number of requests per second
    /// @param burst the number of requests in a burst
    public record ClientConnection(
            String kubeconfig,
            String acceptContentTypes,
            String contentType,
            float qps,
            int burst) {}

    public Duration podInitialBackoff() {
        return Duration.ofSeconds(podInitialBackoffSeconds);
    }

    public Duration podMaxBackoff() {
        return Duration.ofSeconds(podMaxBackoffSeconds);
    }

    public Settings with(LeaderElection other) {
        return new Settings(
                parallelism,
                other,
                clientConnection,
                enableProfiling,
                enableContentionProfiling,
                percentageOfNodesToScore,
                podInitialBackoffSeconds,
                podMaxBackoffSeconds,
                delayCacheUntilActive);
    }

    public Settings with(ClientConnection other) {
        return new Settings(
                parallelism,
                leaderElection,
                other,
                enableProfiling,
                enableContentionProfiling,
                percentageOfNodesToScore,
                podInitialBackoffSeconds,
                podMaxBackoffSeconds,
                delayCacheUntilActive);
    }

    public Settings withProfiling(boolean profiling, boolean contention) {
        return new Settings(
                parallelism,
                leaderElection,
                clientConnection,
                profiling,
                contention,
                percentageOfNodesToScore,
                podInitialBackoffSeconds,
                podMaxBackoffSeconds,
                delayCacheUntilActive);
    }

    static Settings of(Document document) {
        boolean profiling = document.enableProfiling().orElse(true);
        return new Settings(
                document.parallelism().orElse(16),
                of(document.leaderElection()),
                of(document.clientConnection()),
                profiling,
                document.enableContentionProfiling().orElse(profiling),
                document.percentageOfNodesToScore().orElse(0),
                document.podInitialBackoffSeconds().orElse(1L),
                document.podMaxBackoffSeconds().orElse(10L),
                document.delayCacheUntilActive());
    }

    private static LeaderElection of(Document.LeaderElection given) {
        return new LeaderElection(
                given.leaderElect().orElse(true),
                or(given.leaseDuration(), Duration.ofSeconds(15)),
                or(given.renewDeadline(), Duration.ofSeconds(10)),
                or(given.retryPeriod(), Duration.ofSeconds(2)),
                or(given.resourceLock(), "leases"),
                or(given.resourceName(), "kube-scheduler"),
                or(given.resourceNamespace(), "kube-system"));
    }

    private static ClientConnection of(Document.ClientConnection given) {
        return new ClientConnection(
                given.kubeconfig(),
                given.acceptContentTypes(),
                or(given.contentType(), "application/vnd.kubernetes.protobuf"),
                given.qps() == 0 ? 50 : given.qps(),
                given.burst() == 0 ? 100 : given.burst());
    }

    private static Duration or(Duration given, Duration defaultValue) {
        return given.isZero() ? defaultValue : given;
    }

    private static String or(String given, String defaultValue) {
        return given.isEmpty() ? defaultValue : given;
    }
}
