package dev.berth.model;

import dev.berth.model.json.Json;

import java.util.List;
import java.util.Optional;

/// A PersistentVolume.
///
/// @param storageClassName the class in the spec; see [#storageClass]
/// @param capacity the capacity, zero if it is not set
/// @param claim the claim that the volume is bound to or reserved for
/// @param nodeAffinity the terms of which a node must match one to access the volume
/// @param source the field of the spec that contains the volume source, such as `csi`, or empty
/// @param detail the content of that field
public record PersistentVolume(
        Meta meta,
        String storageClassName,
        Quantity capacity,
        List<String> accessModes,
        String volumeMode,
        String attributesClass,
        Optional<ClaimReference> claim,
        Optional<List<NodeSelectorTerm>> nodeAffinity,
        String source,
        Json.Obj detail,
        String phase)
        implements KubeObject {
    /// The annotation of a volume that a controller or the scheduler bound to its claim, not the
    /// author of the volume.
    public static final String BOUND_BY_CONTROLLER = "pv.kubernetes.io/bound-by-controller";

    public static final String AVAILABLE = "Available";
    public static final String FILESYSTEM = "Filesystem";
    public static final String CSI = "csi";

    public PersistentVolume {
        accessModes = List.copyOf(accessModes);
        nodeAffinity = nodeAffinity.map(List::copyOf);
    }

    @Override
    public Kind kind() {
        return Kind.PERSISTENT_VOLUME;
    }

    public String name() {
        return meta.name();
    }

    /// The effective class: the class of the beta annotation, or else of the spec.
    public String storageClass() {
        return meta.annotations().get(StorageClass.ANNOTATION).orElse(storageClassName);
    }

    /// The volume with this claim reference and these annotations.
    public PersistentVolume claimedBy(ClaimReference claim, Labels annotations) {
        return new PersistentVolume(
                meta.withAnnotations(annotations),
                storageClassName,
                capacity,
                accessModes,
                volumeMode,
                attributesClass,
                Optional.of(claim),
                nodeAffinity,
                source,
                detail,
                phase);
    }
}
