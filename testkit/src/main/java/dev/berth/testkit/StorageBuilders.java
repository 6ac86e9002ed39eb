package dev.berth.testkit;

import dev.berth.controlplane.store.ObjectTemplates;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

/// Builds StorageClasses, CSIDrivers, CSINodes and CSIStorageCapacities.
public final class StorageBuilders {
    public static final String DRIVER = "csi.example.com";

    private StorageBuilders() {}

    /// A class with immediate binding to existing volumes.
    public static Json.Obj immediate(String name) {
        return storageClass(name, "Immediate", "kubernetes.io/no-provisioner");
    }

    /// A class with `WaitForFirstConsumer` and existing volumes.
    public static Json.Obj waiting(String name) {
        return storageClass(name, "WaitForFirstConsumer", "kubernetes.io/no-provisioner");
    }

    /// A class with `WaitForFirstConsumer` and dynamic provisioning.
    public static Json.Obj provisioning(String name) {
        return storageClass(name, "WaitForFirstConsumer", DRIVER);
    }

    public static Json.Obj storageClass(String name, String mode, String provisioner) {
        return ObjectTemplates.named(Kind.STORAGE_CLASS, "", name)
                .with("provisioner", provisioner)
                .with("volumeBindingMode", mode);
    }

    /// The class with this provisioning time in the embedded cluster.
    public static Json.Obj taking(Json.Obj storageClass, String seconds) {
        return Path.of("parameters", "berth.dev/provision-seconds").set(storageClass, seconds);
    }

    /// A CSI driver that publishes its storage capacity.
    public static Json.Obj countingDriver() {
        return ObjectTemplates.named(Kind.CSI_DRIVER, "", DRIVER)
                .with("spec", Json.Obj.EMPTY.with("storageCapacity", true));
    }

    /// A CSINode with this limit of attachable volumes.
    public static Json.Obj csiNode(String node, int limit) {
        Json driver =
                Json.Obj.EMPTY
                        .with("name", DRIVER)
                        .with("nodeID", node)
                        .with("allocatable", Json.Obj.EMPTY.with("count", limit));
        return ObjectTemplates.named(Kind.CSI_NODE, "", node)
                .with("spec", Json.Obj.of("drivers", Json.arr(driver)));
    }

    /// The capacity of a storage class on the nodes with a label.
    public static Json.Obj capacity(
            String name, String storageClass, String label, String value, String amount) {
        return ObjectTemplates.named(Kind.CSI_STORAGE_CAPACITY, "default", name)
                .with("storageClassName", storageClass)
                .with("nodeTopology", Json.Obj.of("matchLabels", Json.Obj.EMPTY.with(label, value)))
                .with("capacity", amount);
    }
}
