package dev.berth.config;

import dev.berth.engine.port.ProfileSpec.Use;
import dev.berth.model.PodSpec;
import dev.berth.model.json.Json;
import dev.berth.spi.ExtensionPoint;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A `KubeSchedulerConfiguration` with all its fields, before defaults are applied.
record Document(
        String apiVersion,
        String kind,
        Optional<Integer> parallelism,
        LeaderElection leaderElection,
        ClientConnection clientConnection,
        Optional<Boolean> enableProfiling,
        Optional<Boolean> enableContentionProfiling,
        Optional<Integer> percentageOfNodesToScore,
        Optional<Long> podInitialBackoffSeconds,
        Optional<Long> podMaxBackoffSeconds,
        List<Scheduler> profiles,
        List<Extender> extenders,
        boolean delayCacheUntilActive) {
    static final String GROUP = "kubescheduler.config.k8s.io";
    static final String API_VERSION = GROUP + "/v1";
    static final String KIND = "KubeSchedulerConfiguration";

    Document {
        profiles = profiles.isEmpty() ? List.of(Scheduler.EMPTY) : List.copyOf(profiles);
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
            float qps,
            int burst) {}

    /// An entry of `profiles`.
    record Scheduler(
            Optional<String> schedulerName,
            Optional<Integer> percentageOfNodesToScore,
            Optional<Points> plugins,
            List<Arguments> pluginConfig) {
        static final Scheduler EMPTY =
                new Scheduler(Optional.empty(), Optional.empty(), Optional.empty(), List.of());

        Points points() {
            return plugins.orElse(Points.NONE);
        }
    }

    /// The scheduler name of a profile. Only a single profile has a default name.
    String schedulerName(Scheduler profile) {
        return profile.schedulerName()
                .orElse(profiles.size() == 1 ? PodSpec.DEFAULT_SCHEDULER : "");
    }

    Document with(List<Scheduler> otherProfiles, List<Extender> otherExtenders) {
        return new Document(
                apiVersion,
                kind,
                parallelism,
                leaderElection,
                clientConnection,
                enableProfiling,
                enableContentionProfiling,
                percentageOfNodesToScore,
                podInitialBackoffSeconds,
                podMaxBackoffSeconds,
                otherProfiles,
                otherExtenders,
                delayCacheUntilActive);
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
            Plugins placementScore,
            Plugins podGroupPostFilter) {
        static final String MULTI_POINT = "multiPoint";

        private static final Plugins NO = new Plugins(List.of(), List.of());
        static final Points NONE =
                new Points(NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO);

        /// All lists by their field names.
        Map<String, Plugins> all() {
            var all = new LinkedHashMap<String, Plugins>();
            for (ExtensionPoint point : ExtensionPoint.values()) {
                all.put(point.key(), at(point));
            }
            all.put(MULTI_POINT, multiPoint);
            all.put("placementGenerate", placementGenerate);
            all.put("placementScore", placementScore);
            all.put("podGroupPostFilter", podGroupPostFilter);
            return all;
        }

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

    /// An entry of `pluginConfig`.
    record Arguments(String name, Optional<Json> args) {}

    /// An entry of `extenders`.
    record Extender(
            String urlPrefix,
            String filterVerb,
            String preemptVerb,
            String prioritizeVerb,
            long weight,
            String bindVerb,
            boolean enableHTTPS,
            Optional<TlsConfig> tlsConfig,
            Duration httpTimeout,
            boolean nodeCacheCapable,
            List<ManagedResource> managedResources,
            boolean ignorable) {}

    /// The TLS settings of an extender. Fields that end in `Data` are in base64.
    record TlsConfig(
            boolean insecure,
            String serverName,
            String certFile,
            String keyFile,
            String caFile,
            String certData,
            String keyData,
            String caData) {}

    record ManagedResource(String name, boolean ignoredByScheduler) {}
}
