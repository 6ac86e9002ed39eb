package dev.berth.plugins.volumes;

import dev.berth.model.Pod;
import dev.berth.model.Volume;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A disk that a pod uses directly, of a kind that pods on one node can share only under
/// conditions.
///
/// @param monitors the monitors of a Ceph RBD image; empty for other kinds
record Disk(Id id, Set<String> monitors, boolean readOnly) {
    private static final String GCE = "gcePersistentDisk";
    private static final String AWS = "awsElasticBlockStore";
    private static final String ISCSI = "iscsi";
    private static final String RBD = "rbd";

    /// The fields that identify a disk, except for the monitors.
    ///
    /// @param pool the pool of an RBD image; empty for other kinds
    record Id(String source, String pool, String name) {}

    Disk {
        monitors = Set.copyOf(monitors);
    }

    /// The disks of a pod.
    static List<Disk> of(Pod pod) {
        var disks = new ArrayList<Disk>();
        for (Volume volume : pod.spec().volumes()) {
            of(volume).ifPresent(disks::add);
        }
        return disks;
    }

    private static Optional<Disk> of(Volume volume) {
        return switch (volume.source()) {
            case GCE -> Optional.of(named(volume, "pdName"));
            case AWS -> Optional.of(named(volume, "volumeID"));
            case ISCSI -> Optional.of(named(volume, "iqn"));
            case RBD -> Optional.of(image(volume));
            default -> Optional.empty();
        };
    }

    private static Disk named(Volume volume, String field) {
        return new Disk(
                new Id(volume.source(), "", text(volume, field)), Set.of(), readOnly(volume));
    }

    private static Disk image(Volume volume) {
        var monitors = new HashSet<String>();
        if (volume.detail().field("monitors").orElse(Json.Arr.EMPTY)
                instanceof Json.Arr(List<Json> elements)) {
            for (Json element : elements) {
                if (element instanceof Json.Str(String monitor)) {
                    monitors.add(monitor);
                }
            }
        }
        return new Disk(
                new Id(RBD, text(volume, "pool"), text(volume, "image")),
                monitors,
                readOnly(volume));
    }

    private static String text(Volume volume, String field) {
        return volume.detail().textAt(field).orElse("");
    }

    private static boolean readOnly(Volume volume) {
        return volume.detail().field("readOnly").equals(Optional.of(Json.Bool.TRUE));
    }

    /// Whether the two disks cannot be used on the same node.
    boolean conflicts(Disk other) {
        if (!id.equals(other.id)) {
            return false;
        }
        return switch (id.source()) {
            case AWS -> true;
            case RBD -> !bothRead(other) && monitors.stream().anyMatch(other.monitors::contains);
            default -> !bothRead(other);
        };
    }

    private boolean bothRead(Disk other) {
        return readOnly && other.readOnly;
    }

    /// Whether one of `disks` conflicts with a disk of the pod.
    static boolean conflict(List<Disk> disks, Pod pod) {
        for (Disk taken : of(pod)) {
            for (Disk wanted : disks) {
                if (wanted.conflicts(taken)) {
                    return true;
                }
            }
        }
        return false;
    }
}
