package dev.berth.plugins.volumes;

import dev.berth.model.CsiDriver;
import dev.berth.model.CsiNode;
import dev.berth.model.Decoder;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.PersistentVolume;
import dev.berth.model.PersistentVolumeClaim;
import dev.berth.model.StorageCapacity;
import dev.berth.model.StorageClass;
import dev.berth.model.VolumeAttachment;
import dev.berth.model.json.Json;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Storage objects as the API server stores them. The relevant fields are JSON with single quotes;
/// the others are added.
final class Stored {
    static final String WAIT = "WaitForFirstConsumer";
    static final String BOUND = "'annotations':{'pv.kubernetes.io/bind-completed':'yes'}";

    private Stored() {}

    private static KubeObject read(Kind kind, String metadata, String rest) {
        String text = "{'metadata':{%s},%s}".formatted(metadata, rest).replace('\'', '"');
        return new Decoder().object(kind, (Json.Obj) Json.parse(text));
    }

    private static String named(String name, String more) {
        return "'name':'%s','uid':'uid-%s'%s"
                .formatted(name, name, more.isEmpty() ? "" : "," + more);
    }

    /// A claim in the namespace `default`.
    static PersistentVolumeClaim claim(String name, String spec) {
        return claim(name, "'namespace':'default'", spec, "Pending");
    }

    static PersistentVolumeClaim claim(String name, String metadata, String spec, String phase) {
        return (PersistentVolumeClaim)
                read(
                        Kind.PERSISTENT_VOLUME_CLAIM,
                        named(name, metadata),
                        "'spec':{%s},'status':{'phase':'%s'}".formatted(spec, phase));
    }

    /// A bound claim.
    static PersistentVolumeClaim bound(String name, String volume) {
        return claim(
                name,
                "'namespace':'default'," + BOUND,
                "'volumeName':'%s'".formatted(volume),
                "Bound");
    }

    /// A claim with delayed binding.
    static PersistentVolumeClaim waiting(String name, String storageClass, String size) {
        return claim(
                name,
                "'accessModes':['ReadWriteOnce'],'storageClassName':'%s','resources':{'requests':{'storage':'%s'}}"
                        .formatted(storageClass, size));
    }

    static PersistentVolume volume(String name, String spec) {
        return volume(name, "", spec, "Available");
    }

    static PersistentVolume volume(String name, String metadata, String spec, String phase) {
        return (PersistentVolume)
                read(
                        Kind.PERSISTENT_VOLUME,
                        named(name, metadata),
                        "'spec':{%s},'status':{'phase':'%s'}".formatted(spec, phase));
    }

    /// A CSI volume.
    static PersistentVolume csi(String name, String driver, String handle) {
        return volume(name, "'csi':{'driver':'%s','volumeHandle':'%s'}".formatted(driver, handle));
    }

    static StorageClass storageClass(String name, String provisioner, String mode) {
        return (StorageClass)
                read(
                        Kind.STORAGE_CLASS,
                        named(name, ""),
                        "'provisioner':'%s'".formatted(provisioner)
                                + (mode.isEmpty()
                                        ? ""
                                        : ",'volumeBindingMode':'%s'".formatted(mode)));
    }

    static StorageClass storageClass(
            String name, String provisioner, String mode, String topologies) {
        return (StorageClass)
                read(
                        Kind.STORAGE_CLASS,
                        named(name, ""),
                        "'provisioner':'%s','volumeBindingMode':'%s','allowedTopologies':[%s]"
                                .formatted(provisioner, mode, topologies));
    }

    /// The drivers of a node, such as `csi.example.com=2`, or without a limit `csi.example.com`.
    static CsiNode csiNode(String node, String... drivers) {
        return csiNode(node, "", drivers);
    }

    /// @param migrated the migrated in-tree plugins
    static CsiNode migrating(String node, String migrated, String... drivers) {
        return csiNode(
                node,
                "'annotations':{'storage.alpha.kubernetes.io/migrated-plugins':'%s'}"
                        .formatted(migrated),
                drivers);
    }

    private static CsiNode csiNode(String node, String metadata, String... drivers) {
        String list =
                Stream.of(drivers)
                        .map(each -> each.split("=", 2))
                        .map(parts ->
                                "{'name':'%s','nodeID':'x'%s}"
                                        .formatted(
                                                parts[0],
                                                parts.length == 1
                                                        ? ""
                                                        : ",'allocatable':{'count':%s}"
                                                                .formatted(parts[1])))
                        .collect(Collectors.joining(","));
        return (CsiNode)
                read(
                        Kind.CSI_NODE,
                        named(node, metadata),
                        "'spec':{'drivers':[%s]}".formatted(list));
    }

    static CsiDriver driver(String name, String spec) {
        return (CsiDriver) read(Kind.CSI_DRIVER, named(name, ""), "'spec':{%s}".formatted(spec));
    }

    static StorageCapacity capacity(String name, String storageClass, String fields) {
        return (StorageCapacity)
                read(
                        Kind.CSI_STORAGE_CAPACITY,
                        named(name, "'namespace':'kube-system'"),
                        "'storageClassName':'%s',%s".formatted(storageClass, fields));
    }

    static VolumeAttachment attachment(String name, String attacher, String node, String volume) {
        return (VolumeAttachment)
                read(
                        Kind.VOLUME_ATTACHMENT,
                        named(name, ""),
                        "'spec':{'attacher':'%s','nodeName':'%s','source':{'persistentVolumeName':'%s'}}"
                                .formatted(attacher, node, volume));
    }
}
