package dev.berth.spi;

import java.util.Map;

/// A change in the cluster that can make an unschedulable pod schedulable: a resource, and the
/// actions on it as bits (kube-scheduler: `ClusterEvent`, `EventResource` and `ActionType`).
///
/// The names and bits are the same as in kube-scheduler: the labels are values of metric labels,
/// and [#matches] compares the bits as numbers.
public record ClusterEvent(String resource, int actions, String label) {
    public static final String POD = "Pod";
    public static final String ASSIGNED_POD = "AssignedPod";
    public static final String UNSCHEDULED_POD = "UnscheduledPod";

    /// The unschedulable pod itself, not another one.
    public static final String TARGET_POD = "TargetPod";

    public static final String NODE = "Node";
    public static final String PERSISTENT_VOLUME = "PersistentVolume";
    public static final String PERSISTENT_VOLUME_CLAIM = "PersistentVolumeClaim";
    public static final String CSI_NODE = "storage.k8s.io/CSINode";
    public static final String CSI_DRIVER = "storage.k8s.io/CSIDriver";
    public static final String VOLUME_ATTACHMENT = "storage.k8s.io/VolumeAttachment";
    public static final String CSI_STORAGE_CAPACITY = "storage.k8s.io/CSIStorageCapacity";
    public static final String STORAGE_CLASS = "storage.k8s.io/StorageClass";
    public static final String RESOURCE_CLAIM = "resource.k8s.io/ResourceClaim";
    public static final String RESOURCE_SLICE = "resource.k8s.io/ResourceSlice";
    public static final String DEVICE_CLASS = "resource.k8s.io/DeviceClass";
    public static final String POD_GROUP = "scheduling.k8s.io/PodGroup";
    public static final String ANY = "*";

    // These are not compile-time constants: javac would copy the numbers into plugins, and
    // kube-scheduler changes them between releases.
    public static final int ADD = bit(0);
    public static final int DELETE = bit(1);
    public static final int UPDATE_NODE_ALLOCATABLE = bit(2);
    public static final int UPDATE_NODE_LABEL = bit(3);
    public static final int UPDATE_NODE_TAINT = bit(4);
    public static final int UPDATE_NODE_CONDITION = bit(5);
    public static final int UPDATE_NODE_ANNOTATION = bit(6);
    public static final int UPDATE_NODE_DECLARED_FEATURE = bit(7);
    public static final int UPDATE_NODE_PREEMPTION_POLICY = bit(8);
    public static final int UPDATE_POD_LABEL = bit(9);
    public static final int UPDATE_POD_SCALE_DOWN = bit(10);
    public static final int UPDATE_POD_SCALE_UP = bit(11);
    public static final int UPDATE_POD_TOLERATION = bit(12);
    public static final int UPDATE_POD_SCHEDULING_GATES_ELIMINATED = bit(13);
    public static final int UPDATE_POD_GENERATED_RESOURCE_CLAIM = bit(14);
    public static final int UPDATE = bit(15) - 1 - ADD - DELETE;
    public static final int ALL = bit(15) - 1;

    private static final Map<Integer, String> ACTION_NAMES =
            Map.ofEntries(
                    Map.entry(ADD, "Add"),
                    Map.entry(DELETE, "Delete"),
                    Map.entry(UPDATE_NODE_ALLOCATABLE, "UpdateNodeAllocatable"),
                    Map.entry(UPDATE_NODE_LABEL, "UpdateNodeLabel"),
                    Map.entry(UPDATE_NODE_TAINT, "UpdateNodeTaint"),
                    Map.entry(UPDATE_NODE_CONDITION, "UpdateNodeCondition"),
                    Map.entry(UPDATE_NODE_ANNOTATION, "UpdateNodeAnnotation"),
                    Map.entry(UPDATE_NODE_DECLARED_FEATURE, "UpdateNodeDeclaredFeature"),
                    Map.entry(UPDATE_NODE_PREEMPTION_POLICY, "UpdateNodePreemptionPolicy"),
                    Map.entry(UPDATE_POD_LABEL, "UpdatePodLabel"),
                    Map.entry(UPDATE_POD_SCALE_DOWN, "UpdatePodScaleDown"),
                    Map.entry(UPDATE_POD_SCALE_UP, "UpdatePodScaleUp"),
                    Map.entry(UPDATE_POD_TOLERATION, "UpdatePodToleration"),
                    Map.entry(
                            UPDATE_POD_SCHEDULING_GATES_ELIMINATED,
                            "UpdatePodSchedulingGatesEliminated"),
                    Map.entry(
                            UPDATE_POD_GENERATED_RESOURCE_CLAIM, "UpdatePodGeneratedResourceClaim"),
                    Map.entry(UPDATE, "Update"),
                    Map.entry(ALL, "All"));

    public static final ClusterEvent UNSCHEDULABLE_TIMEOUT =
            new ClusterEvent(ANY, ALL, "UnschedulableTimeout");
    public static final ClusterEvent FORCE_ACTIVATE = new ClusterEvent(ANY, ALL, "ForceActivate");
    public static final ClusterEvent ASSIGNED_POD_ADD = of(ASSIGNED_POD, ADD);
    public static final ClusterEvent ASSIGNED_POD_DELETE = of(ASSIGNED_POD, DELETE);
    public static final ClusterEvent UNSCHEDULED_POD_ADD = of(UNSCHEDULED_POD, ADD);
    public static final ClusterEvent NODE_ADD = of(NODE, ADD);
    public static final ClusterEvent NODE_DELETE = of(NODE, DELETE);

    /// An event with kube-scheduler's label.
    public static ClusterEvent of(String resource, int actions) {
        return new ClusterEvent(
                resource, actions, resource + ACTION_NAMES.getOrDefault(actions, ""));
    }

    /// Whether this is a registration for all events.
    public boolean wildcard() {
        return resource.equals(ANY) && actions == ALL;
    }

    /// Whether a registration for this event covers `incoming`.
    public boolean matches(ClusterEvent incoming) {
        if (wildcard()) {
            return true;
        }
        boolean sameResource =
                resource.equals(ANY)
                        || resource.equals(incoming.resource)
                        || resource.equals(POD)
                                && (incoming.resource.equals(ASSIGNED_POD)
                                        || incoming.resource.equals(UNSCHEDULED_POD)
                                        || incoming.resource.equals(TARGET_POD));
        // Parity: ClusterEvent.Match compares the actions as numbers, so only a registration that
        // is at least as broad covers a general update.
        return sameResource && (actions & incoming.actions) != 0 && incoming.actions <= actions;
    }

    private static int bit(int index) {
        return 1 << index;
    }
}
