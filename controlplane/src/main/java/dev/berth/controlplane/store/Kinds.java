package dev.berth.controlplane.store;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The kinds of the store: the built-in kinds, those of custom resource definitions, and those of
/// stored objects.
///
/// The store also accepts objects of undeclared kinds, and derives the plural as code generators
/// do. Thus the test of a plugin can use a custom resource without a definition.
public final class Kinds {
    private static final List<Kind> BUILT_IN =
            List.of(
                    Kind.POD,
                    Kind.NODE,
                    Kind.NAMESPACE,
                    Kind.SERVICE,
                    Kind.EVENT,
                    Kind.REPLICATION_CONTROLLER,
                    Kind.REPLICA_SET,
                    Kind.STATEFUL_SET,
                    Kind.PRIORITY_CLASS,
                    Kind.DISRUPTION_BUDGET,
                    namespaced("", "ConfigMap"),
                    namespaced("", "Secret"),
                    namespaced("", "ServiceAccount"),
                    Kind.PERSISTENT_VOLUME_CLAIM,
                    Kind.PERSISTENT_VOLUME,
                    namespaced("apps", "Deployment"),
                    namespaced("apps", "DaemonSet"),
                    namespaced("batch", "Job"),
                    namespaced("batch", "CronJob"),
                    namespaced("coordination.k8s.io", "Lease"),
                    Kind.STORAGE_CLASS,
                    Kind.CSI_NODE,
                    Kind.CSI_DRIVER,
                    Kind.CSI_STORAGE_CAPACITY,
                    Kind.VOLUME_ATTACHMENT,
                    Kind.RESOURCE_CLAIM,
                    Kind.RESOURCE_CLAIM_TEMPLATE,
                    Kind.RESOURCE_SLICE,
                    Kind.DEVICE_CLASS,
                    Kind.DEVICE_TAINT_RULE,
                    clusterWide("apiextensions.k8s.io", "CustomResourceDefinition"));

    private static final Set<String> WITHOUT_STATUS =
            Set.of(
                    "Event",
                    "PriorityClass",
                    "ConfigMap",
                    "Secret",
                    "ServiceAccount",
                    "Lease",
                    "StorageClass",
                    "CSIDriver",
                    "CSIStorageCapacity",
                    "ResourceClaimTemplate",
                    "ResourceSlice",
                    "DeviceClass");

    private static final Path GROUP = Path.of("spec", "group");
    private static final Path SCOPE = Path.of("spec", "scope");
    private static final Path VERSIONS = Path.of("spec", "versions");
    private static final Path PLURAL = Path.of("spec", "names", "plural");
    private static final Path KIND_NAME = Path.of("spec", "names", "kind");

    private final Map<String, Kind> byName = new LinkedHashMap<>();
    private final Map<String, Kind> byPlural = new LinkedHashMap<>();
    private final Set<Kind> statusApart = new HashSet<>();

    Kinds() {
        for (Kind kind : BUILT_IN) {
            add(kind, !WITHOUT_STATUS.contains(kind.name()));
        }
    }

    /// The kinds that every embedded cluster serves.
    public static Kinds builtIn() {
        return new Kinds();
    }

    /// Whether every embedded cluster serves the kind, in any version.
    public static boolean isBuiltIn(String group, String name) {
        return BUILT_IN.stream()
                .anyMatch(kind -> kind.name().equals(name) && kind.group().equals(group));
    }

    /// Adds a kind. `statusApart` means that the kind has the `status` subresource.
    public synchronized void add(Kind kind, boolean statusApart) {
        byName.put(kind.apiVersion() + " " + kind.name(), kind);
        byPlural.put(kind.apiVersion() + " " + kind.plural(), kind);
        if (statusApart) {
            this.statusApart.add(kind);
        } else {
            this.statusApart.remove(kind);
        }
    }

    public synchronized Optional<Kind> named(String apiVersion, String name) {
        return Optional.ofNullable(byName.get(apiVersion + " " + name));
    }

    public synchronized Optional<Kind> plural(String apiVersion, String plural) {
        return Optional.ofNullable(byPlural.get(apiVersion + " " + plural));
    }

    public synchronized List<Kind> all() {
        return new ArrayList<>(byName.values());
    }

    /// Whether the kind has the `status` subresource, so that other updates ignore the status.
    synchronized boolean statusApart(Kind kind) {
        return statusApart.contains(kind);
    }

    /// Whether a built-in kind is served in another API version only.
    synchronized boolean inAnotherVersion(String apiVersion, String name) {
        String group = apiVersion.substring(0, Math.max(apiVersion.indexOf('/'), 0));
        return named(apiVersion, name).isEmpty() && isBuiltIn(group, name);
    }

    /// The kind with `apiVersion` and `name`. An unknown kind is added, and is namespaced if the
    /// object has a namespace.
    public synchronized Kind meet(String apiVersion, String name, boolean namespaced) {
        Kind known = byName.get(apiVersion + " " + name);
        if (known != null) {
            return known;
        }
        int slash = apiVersion.indexOf('/');
        var kind =
                new Kind(
                        slash < 0 ? "" : apiVersion.substring(0, slash),
                        apiVersion.substring(slash + 1),
                        name,
                        pluralOf(name),
                        namespaced);
        add(kind, false);
        return kind;
    }

    /// Adds the kinds of a custom resource definition.
    public void learnFrom(Kind kind, Json.Obj object) {
        if (!kind.name().equals("CustomResourceDefinition")) {
            return;
        }
        for (Json version : VERSIONS.items(object)) {
            add(
                    new Kind(
                            GROUP.text(object),
                            Path.of("name").text(version),
                            KIND_NAME.text(object),
                            PLURAL.text(object),
                            SCOPE.text(object).equals("Namespaced")),
                    Path.of("subresources", "status").in(version));
        }
    }

    private static Kind namespaced(String group, String name) {
        return new Kind(group, "v1", name, pluralOf(name), true);
    }

    private static Kind clusterWide(String group, String name) {
        return new Kind(group, "v1", name, pluralOf(name), false);
    }

    /// The plural of a kind, as code generators derive it.
    public static String pluralOf(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.endsWith("s")
                || lower.endsWith("x")
                || lower.endsWith("ch")
                || lower.endsWith("sh")) {
            return lower + "es";
        }
        return lower.endsWith("y") ? lower.substring(0, lower.length() - 1) + "ies" : lower + "s";
    }
}
