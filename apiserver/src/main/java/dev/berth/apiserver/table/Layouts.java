package dev.berth.apiserver.table;

import dev.berth.model.Kind;

import java.util.HashMap;
import java.util.Map;

/// The layout of each kind.
final class Layouts {
    private static final Map<String, Layout> ALL = new HashMap<>();

    static {
        ALL.put("/Pod", PodLayout.LAYOUT);
        ALL.put("/Node", NodeLayout.LAYOUT);
        ALL.put("/Namespace", OtherLayouts.NAMESPACE);
        ALL.put("/Service", OtherLayouts.SERVICE);
        ALL.put("/ConfigMap", OtherLayouts.CONFIG_MAP);
        ALL.put("/Secret", OtherLayouts.SECRET);
        ALL.put("/Event", EventLayout.LAYOUT);
        ALL.put("events.k8s.io/Event", EventLayout.LAYOUT);
        ALL.put("/ReplicationController", WorkloadLayouts.REPLICATION_CONTROLLER);
        ALL.put("/PersistentVolume", StorageLayouts.VOLUME);
        ALL.put("/PersistentVolumeClaim", StorageLayouts.CLAIM);
        ALL.put("apps/Deployment", WorkloadLayouts.DEPLOYMENT);
        ALL.put("apps/ReplicaSet", WorkloadLayouts.REPLICA_SET);
        ALL.put("apps/StatefulSet", WorkloadLayouts.STATEFUL_SET);
        ALL.put("apps/DaemonSet", WorkloadLayouts.DAEMON_SET);
        ALL.put("batch/Job", WorkloadLayouts.JOB);
        ALL.put("batch/CronJob", WorkloadLayouts.CRON_JOB);
        ALL.put("coordination.k8s.io/Lease", OtherLayouts.LEASE);
        ALL.put("policy/PodDisruptionBudget", OtherLayouts.DISRUPTION_BUDGET);
        ALL.put("scheduling.k8s.io/PriorityClass", OtherLayouts.PRIORITY_CLASS);
        ALL.put("storage.k8s.io/StorageClass", StorageLayouts.CLASS);
        ALL.put("storage.k8s.io/VolumeAttachment", StorageLayouts.ATTACHMENT);
        ALL.put("storage.k8s.io/CSINode", StorageLayouts.CSI_NODE);
        ALL.put("storage.k8s.io/CSIDriver", StorageLayouts.CSI_DRIVER);
        ALL.put("storage.k8s.io/CSIStorageCapacity", StorageLayouts.CAPACITY);
        ALL.put("resource.k8s.io/ResourceClaim", OtherLayouts.RESOURCE_CLAIM);
        ALL.put("resource.k8s.io/ResourceSlice", OtherLayouts.RESOURCE_SLICE);
        ALL.put("resource.k8s.io/DeviceTaintRule", OtherLayouts.DEVICE_TAINT_RULE);
    }

    private Layouts() {}

    static Layout of(Kind kind) {
        return ALL.getOrDefault(kind.group() + "/" + kind.name(), Layout.PLAIN);
    }
}
