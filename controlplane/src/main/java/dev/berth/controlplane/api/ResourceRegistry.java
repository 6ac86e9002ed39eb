package dev.berth.controlplane.api;

import static dev.berth.controlplane.api.Subresource.BINDING;
import static dev.berth.controlplane.api.Subresource.EVICTION;
import static dev.berth.controlplane.api.Subresource.SCALE;
import static dev.berth.controlplane.api.Subresource.STATUS;

import dev.berth.controlplane.store.Kinds;
import dev.berth.model.Kind;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The resources that the API serves, by group, version and name, in the order of discovery.
public final class ResourceRegistry {
    private static final List<String> ALL = List.of("all");

    private final Map<String, ApiResource> resources = new LinkedHashMap<>();

    public ResourceRegistry() {
        core();
        add(plain("apps", "Deployment", true, "deploy").in(ALL).with(STATUS, SCALE));
        add(plain("apps", "ReplicaSet", true, "rs").in(ALL).with(STATUS, SCALE));
        add(plain("apps", "StatefulSet", true, "sts").in(ALL).with(STATUS, SCALE));
        add(plain("apps", "DaemonSet", true, "ds").in(ALL).with(STATUS));
        add(plain("batch", "Job", true).in(ALL).with(STATUS));
        add(plain("batch", "CronJob", true, "cj").in(ALL).with(STATUS));
        add(plain("coordination.k8s.io", "Lease", true));
        add(plain("events.k8s.io", "Event", true, "ev"));
        add(plain("policy", "PodDisruptionBudget", true, "pdb").with(STATUS));
        add(plain("scheduling.k8s.io", "PriorityClass", false, "pc"));
        add(plain("storage.k8s.io", "StorageClass", false, "sc"));
        add(plain("storage.k8s.io", "CSINode", false).with(STATUS));
        add(plain("storage.k8s.io", "CSIDriver", false));
        add(plain("storage.k8s.io", "CSIStorageCapacity", true));
        add(plain("storage.k8s.io", "VolumeAttachment", false).with(STATUS));
        add(plain("resource.k8s.io", "ResourceClaim", true).with(STATUS));
        add(plain("resource.k8s.io", "ResourceClaimTemplate", true));
        add(plain("resource.k8s.io", "ResourceSlice", false));
        add(plain("resource.k8s.io", "DeviceClass", false));
        add(plain("resource.k8s.io", "DeviceTaintRule", false).with(STATUS));
    }

    private void core() {
        add(plain("", "Pod", true, "po").in(ALL).with(STATUS, BINDING, EVICTION));
        add(plain("", "Node", false, "no").with(STATUS));
        add(plain("", "Namespace", false, "ns").with(STATUS));
        add(plain("", "Service", true, "svc").in(ALL).with(STATUS));
        add(plain("", "ConfigMap", true, "cm"));
        add(plain("", "Secret", true));
        add(plain("", "ServiceAccount", true, "sa"));
        add(plain("", "Event", true, "ev").storedAs(Kind.EVENT));
        add(plain("", "ReplicationController", true, "rc").in(ALL).with(STATUS, SCALE));
        add(plain("", "PersistentVolume", false, "pv").with(STATUS));
        add(plain("", "PersistentVolumeClaim", true, "pvc").with(STATUS));
    }

    public List<ApiResource> all() {
        return List.copyOf(resources.values());
    }

    public Optional<ApiResource> find(String group, String version, String plural) {
        return Optional.ofNullable(resources.get(group + "/" + version + "/" + plural));
    }

    /// The resource of objects with this `apiVersion` and `kind`.
    public Optional<ApiResource> ofKind(String apiVersion, String kind) {
        return resources.values().stream()
                .filter(it ->
                        it.kind().apiVersion().equals(apiVersion) && it.kind().name().equals(kind))
                .findFirst();
    }

    private void add(Draft draft) {
        Kind kind = draft.kind;
        var resource =
                new ApiResource(
                        kind,
                        draft.stored,
                        kind.name().toLowerCase(Locale.ROOT),
                        draft.shortNames,
                        draft.categories,
                        draft.parts);
        resources.put(kind.group() + "/" + kind.version() + "/" + kind.plural(), resource);
    }

    private static Draft plain(
            String group, String name, boolean namespaced, String... shortNames) {
        Kind kind = new Kind(group, "v1", name, Kinds.pluralOf(name), namespaced);
        return new Draft(kind, kind, List.of(shortNames), List.of(), Set.of());
    }

    private record Draft(
            Kind kind,
            Kind stored,
            List<String> shortNames,
            List<String> categories,
            Set<Subresource> parts) {
        Draft in(List<String> categories) {
            return new Draft(kind, stored, shortNames, categories, parts);
        }

        Draft with(Subresource... parts) {
            return new Draft(kind, stored, shortNames, categories, Set.of(parts));
        }

        Draft storedAs(Kind stored) {
            return new Draft(kind, stored, shortNames, categories, parts);
        }
    }
}
