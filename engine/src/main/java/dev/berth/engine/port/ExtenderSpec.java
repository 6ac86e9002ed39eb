package dev.berth.engine.port;

import dev.berth.model.Pod;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/// A service that has a say in decisions over HTTP, as a configuration describes it.
///
/// A verb that is empty is not asked for.
///
/// @param weight what its scores are multiplied with
/// @param tls how it is reached when its address begins with `https`
/// @param httpTimeout for a whole call; zero is the usual one, less means as long as it takes
/// @param nodeCacheCapable whether it knows the nodes and is sent only their names
/// @param managedResources if there are any, only pods that ask for one of them concern it
/// @param ignorable whether decisions go on without it when it fails
public record ExtenderSpec(
        String urlPrefix,
        String filterVerb,
        String prioritizeVerb,
        String bindVerb,
        String preemptVerb,
        long weight,
        Tls tls,
        Duration httpTimeout,
        boolean nodeCacheCapable,
        List<ManagedResource> managedResources,
        boolean ignorable) {
    /// Stands where a private key would be seen.
    public static final String REDACTED = "<redacted>";

    /// What pods wait for that extenders refused; no plugin may have this name.
    public static final String REJECTOR = "Extender";

    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(5);

    public ExtenderSpec {
        httpTimeout = httpTimeout.isZero() ? DEFAULT_TIMEOUT : httpTimeout;
        managedResources = List.copyOf(managedResources);
    }

    /// @param ignoredByScheduler whether nodes need not have it by our own count
    public record ManagedResource(String name, boolean ignoredByScheduler) {}

    /// Whom to trust and who we are; data (PEM) wins over files, and what is empty is not given.
    ///
    /// @param insecure whether any certificate will do
    public record Tls(
            boolean insecure,
            String serverName,
            String certFile,
            String keyFile,
            String caFile,
            String certData,
            String keyData,
            String caData) {
        public static final Tls NONE = new Tls(false, "", "", "", "", "", "", "");

        /// Without the key, since records end up in logs.
        @Override
        public String toString() {
            return "Tls[insecure=%s, serverName=%s, certFile=%s, keyFile=%s, caFile=%s, certData=%s, keyData=%s, caData=%s]"
                    .formatted(
                            insecure,
                            serverName,
                            certFile,
                            keyFile,
                            caFile,
                            certData,
                            keyData.isEmpty() ? "" : REDACTED,
                            caData);
        }
    }

    /// What it is called in messages.
    public String name() {
        return urlPrefix;
    }

    /// Whether it has a say for this pod.
    public boolean interestedIn(Pod pod) {
        return managedResources.isEmpty()
                || managedResources.stream().anyMatch(each -> asksFor(pod, each.name()));
    }

    private static boolean asksFor(Pod pod, String resource) {
        return Stream.concat(
                        pod.template().containers().stream(),
                        pod.template().initContainers().stream())
                .anyMatch(each -> each.requests().has(resource) || each.limits().has(resource));
    }
}
