package dev.berth.model;

/// A kind of Kubernetes object: its API group (empty for the core group), version, kind and plural
/// resource name.
public record Kind(String group, String version, String name, String plural, boolean namespaced) {
    public static final Kind POD = new Kind("", "v1", "Pod", "pods", true);
    public static final Kind NODE = new Kind("", "v1", "Node", "nodes", false);
    public static final Kind NAMESPACE = new Kind("", "v1", "Namespace", "namespaces", false);
    public static final Kind SERVICE = new Kind("", "v1", "Service", "services", true);
    public static final Kind EVENT = new Kind("events.k8s.io", "v1", "Event", "events", true);
    public static final Kind REPLICATION_CONTROLLER =
            new Kind("", "v1", "ReplicationController", "replicationcontrollers", true);
    public static final Kind REPLICA_SET =
            new Kind("apps", "v1", "ReplicaSet", "replicasets", true);
    public static final Kind STATEFUL_SET =
            new Kind("apps", "v1", "StatefulSet", "statefulsets", true);
    public static final Kind PRIORITY_CLASS =
            new Kind("scheduling.k8s.io", "v1", "PriorityClass", "priorityclasses", false);
    public static final Kind DISRUPTION_BUDGET =
            new Kind("policy", "v1", "PodDisruptionBudget", "poddisruptionbudgets", true);

    public static final Kind PERSISTENT_VOLUME =
            new Kind("", "v1", "PersistentVolume", "persistentvolumes", false);
    public static final Kind PERSISTENT_VOLUME_CLAIM =
            new Kind("", "v1", "PersistentVolumeClaim", "persistentvolumeclaims", true);
    public static final Kind STORAGE_CLASS =
            new Kind("storage.k8s.io", "v1", "StorageClass", "storageclasses", false);
    public static final Kind CSI_NODE =
            new Kind("storage.k8s.io", "v1", "CSINode", "csinodes", false);
    public static final Kind CSI_DRIVER =
            new Kind("storage.k8s.io", "v1", "CSIDriver", "csidrivers", false);
    public static final Kind CSI_STORAGE_CAPACITY =
            new Kind("storage.k8s.io", "v1", "CSIStorageCapacity", "csistoragecapacities", true);
    public static final Kind VOLUME_ATTACHMENT =
            new Kind("storage.k8s.io", "v1", "VolumeAttachment", "volumeattachments", false);

    public static final Kind RESOURCE_CLAIM =
            new Kind("resource.k8s.io", "v1", "ResourceClaim", "resourceclaims", true);
    public static final Kind RESOURCE_CLAIM_TEMPLATE =
            new Kind(
                    "resource.k8s.io",
                    "v1",
                    "ResourceClaimTemplate",
                    "resourceclaimtemplates",
                    true);
    public static final Kind RESOURCE_SLICE =
            new Kind("resource.k8s.io", "v1", "ResourceSlice", "resourceslices", false);
    public static final Kind DEVICE_CLASS =
            new Kind("resource.k8s.io", "v1", "DeviceClass", "deviceclasses", false);
    public static final Kind DEVICE_TAINT_RULE =
            new Kind("resource.k8s.io", "v1", "DeviceTaintRule", "devicetaintrules", false);

    /// The `apiVersion` in manifests: `v1`, `apps/v1`.
    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }

    @Override
    public String toString() {
        return apiVersion() + " " + name;
    }
}
