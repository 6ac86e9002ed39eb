package dev.berth.engine.port;

import dev.berth.model.Pod;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/// The configuration of an HTTP extender.
///
/// An empty verb is not called.
///
/// @param weight the factor for its scores
/// @param tls the TLS configuration for an address with `https`
/// @param httpTimeout the timeout of a call; 0 means the default, a negative value no timeout
/// @param nodeCacheCapable whether it caches nodes and gets only their names
/// @param managedResources if not empty, it is interested only in pods that request one of them
/// @param ignorable whether scheduling continues if it fails
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
    /// Replaces a private key in texts.
    public static final String REDACTED = "<redacted>";

    /// The rejector of pods that extenders rejected; no plugin may have this name.
    public static final String REJECTOR = "Extender";

    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(5);

    public ExtenderSpec {
        httpTimeout = httpTimeout.isZero() ? DEFAULT_TIMEOUT : httpTimeout;
        managedResources = List.copyOf(managedResources);
    }

    /// @param ignoredByScheduler whether the NodeResourcesFit plugin ignores the resource
    public record ManagedResource(String name, boolean ignoredByScheduler) {}

    /// Trusted and own certificates. Data (PEM) takes precedence over files; empty values are
    /// unset.
    ///
    /// @param insecure whether the server's certificate is not verified
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

        /// Omits the key, because records appear in logs.
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

    /// The name in messages.
    public String name() {
        return urlPrefix;
    }

    /// Whether it is interested in this pod.
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
