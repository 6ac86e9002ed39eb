package dev.berth.config;

import dev.berth.engine.port.ProfileSpec.Use;
import dev.berth.model.json.Json;
import dev.berth.spi.ExtensionPoint;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A `KubeSchedulerConfiguration` as it is written: every field there is, nothing merged yet.
record Document(
        String apiVersion,
        String kind,
        int parallelism,
        LeaderElection leaderElection,
        ClientConnection clientConnection,
        boolean enableProfiling,
        boolean enableContentionProfiling,
        int percentageOfNodesToScore,
        long podInitialBackoffSeconds,
        long podMaxBackoffSeconds,
        List<Scheduler> profiles,
        List<Json> extenders,
        boolean delayCacheUntilActive) {
    static final String API_VERSION = "kubescheduler.config.k8s.io/v1";
    static final String KIND = "KubeSchedulerConfiguration";

    static final Document DEFAULT =
            new Document(
                    API_VERSION,
                    KIND,
                    16,
                    new LeaderElection(
                            Optional.empty(),
                            Duration.ZERO,
                            Duration.ZERO,
                            Duration.ZERO,
                            "",
                            "",
                            ""),
                    new ClientConnection("", "", "", 0, 0),
                    true,
                    true,
                    0,
                    1,
                    10,
                    List.of(),
                    List.of(),
                    false);

    Document {
        profiles = profiles.isEmpty() ? List.of(Scheduler.DEFAULT) : List.copyOf(profiles);
        extenders = List.copyOf(extenders);
    }

    record LeaderElection(
            Optional<Boolean> leaderElect,
            Duration leaseDuration,
            Duration renewDeadline,
            Duration retryPeriod,
            String resourceLock,
            String resourceName,
            String resourceNamespace) {}

    record ClientConnection(
            String kubeconfig,
            String acceptContentTypes,
            String contentType,
            double qps,
            int burst) {}

    /// One of `profiles`.
    record Scheduler(
            String schedulerName,
            Optional<Integer> percentageOfNodesToScore,
            Optional<Points> plugins,
            List<Arguments> pluginConfig) {
        static final Scheduler DEFAULT =
                new Scheduler("", Optional.empty(), Optional.empty(), List.of());

        Points points() {
            return plugins.orElse(Points.NONE);
        }
    }

    /// The plugins of each extension point.
    record Points(
            Plugins preEnqueue,
            Plugins queueSort,
            Plugins preFilter,
            Plugins filter,
            Plugins postFilter,
            Plugins preScore,
            Plugins score,
            Plugins reserve,
            Plugins permit,
            Plugins preBind,
            Plugins bind,
            Plugins postBind,
            Plugins multiPoint,
            Plugins placementGenerate,
            Plugins placementScore) {
        private static final Plugins NO = new Plugins(List.of(), List.of());
        static final Points NONE =
                new Points(NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO);

        Plugins at(ExtensionPoint point) {
            return switch (point) {
                case PRE_ENQUEUE -> preEnqueue;
                case QUEUE_SORT -> queueSort;
                case PRE_FILTER -> preFilter;
                case FILTER -> filter;
                case POST_FILTER -> postFilter;
                case PRE_SCORE -> preScore;
                case SCORE -> score;
                case RESERVE -> reserve;
                case PERMIT -> permit;
                case PRE_BIND -> preBind;
                case BIND -> bind;
                case POST_BIND -> postBind;
            };
        }
    }

    record Plugins(List<Named> enabled, List<Named> disabled) {
        List<Use> uses() {
            return enabled.stream().map(each -> new Use(each.name(), each.weight())).toList();
        }

        List<String> disabledNames() {
            return disabled.stream().map(Named::name).toList();
        }
    }

    record Named(String name, int weight) {}

    /// One of `pluginConfig`.
    record Arguments(String name, Optional<Json> args) {}
}
