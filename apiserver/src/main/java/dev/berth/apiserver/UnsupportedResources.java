package dev.berth.apiserver;

import static java.util.Map.entry;

import dev.berth.controlplane.store.StatusError;
import dev.berth.controlplane.store.StatusReason;
import dev.berth.model.Kind;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The features of Kubernetes that the embedded cluster does not support, so that requests for them
/// get an explanation.
final class UnsupportedResources {
    private static final Map<String, Set<String>> PARTS =
            Map.of(
                    "pods",
                    Set.of(
                            "log",
                            "exec",
                            "attach",
                            "portforward",
                            "proxy",
                            "ephemeralcontainers",
                            "resize"),
                    "services",
                    Set.of("proxy"),
                    "nodes",
                    Set.of("proxy"),
                    "serviceaccounts",
                    Set.of("token"));
    private static final Map<String, String> GROUPS =
            Map.ofEntries(
                    entry("apiextensions.k8s.io", "custom resource definitions are"),
                    entry("admissionregistration.k8s.io", "admission webhooks and policies are"),
                    entry("apiregistration.k8s.io", "aggregated APIs are"),
                    entry("rbac.authorization.k8s.io", "roles are"),
                    entry("certificates.k8s.io", "certificate requests are"),
                    entry("networking.k8s.io", "networking is"),
                    entry("autoscaling", "autoscaling is"),
                    entry("node.k8s.io", "runtime classes are"),
                    entry("discovery.k8s.io", "endpoint slices are"),
                    entry("storagemigration.k8s.io", "storage version migrations are"),
                    entry("flowcontrol.apiserver.k8s.io", "flow control is"),
                    entry("metrics.k8s.io", "metrics are"));
    private static final Map<String, Set<String>> RESOURCES =
            Map.of(
                    "",
                    Set.of(
                            "resourcequotas",
                            "limitranges",
                            "endpoints",
                            "podtemplates",
                            "componentstatuses"),
                    "apps",
                    Set.of("controllerrevisions"),
                    "storage.k8s.io",
                    Set.of("volumeattributesclasses"));

    // Kinds whose controller creates pods, which the embedded cluster does not run.
    private static final Set<String> STORED_ONLY = Set.of("StatefulSet", "CronJob");

    private UnsupportedResources() {}

    /// Returns a warning for a new object of an unsupported kind; otherwise empty.
    static List<String> warning(Kind kind) {
        return STORED_ONLY.contains(kind.name())
                ? List.of(
                        "the embedded cluster stores %s but runs no controller for them"
                                .formatted(kind.plural()))
                : List.of();
    }

    static Optional<StatusError> part(String plural, String part) {
        int end = part.indexOf('/');
        String first = end < 0 ? part : part.substring(0, end);
        return PARTS.getOrDefault(plural, Set.of()).contains(first)
                ? Optional.of(RequestErrors.notOffered(plural + "/" + first + " is"))
                : Optional.empty();
    }

    static Optional<StatusError> group(String group) {
        return Optional.ofNullable(GROUPS.get(group)).map(UnsupportedResources::missing);
    }

    /// A resource of a group that is otherwise supported.
    static Optional<StatusError> resource(String group, String plural) {
        return RESOURCES.getOrDefault(group, Set.of()).contains(plural)
                ? Optional.of(missing(plural + " are"))
                : Optional.empty();
    }

    /// @param what the subject with its verb: `roles are`
    private static StatusError missing(String what) {
        return new StatusError(
                StatusReason.NOT_FOUND, what + " not offered by the embedded cluster");
    }
}
