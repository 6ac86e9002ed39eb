package dev.berth.model;

import dev.berth.model.json.Json;

import java.util.List;
import java.util.Optional;

/// A piece of storage that a claim can be bound to.
///
/// @param storageClassName as the spec says; see [#storageClass]
/// @param capacity how much it holds; zero if it does not say
/// @param claim the claim it is bound to or kept for
/// @param nodeAffinity alternatives of which a node must meet one to reach it
/// @param source the field of the spec that names where it comes from, such as `csi`, or empty
/// @param detail that field's content
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
    /// Stands on a volume that was not kept for its claim by whoever made it.
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

    /// The class that counts: that of the old annotation, else that of the spec.
    public String storageClass() {
        return meta.annotations().get(StorageClass.ANNOTATION).orElse(storageClassName);
    }

    /// The same kept for a claim, as somebody with these annotations says.
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
