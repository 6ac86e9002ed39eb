package dev.berth.model;

import java.util.List;
import java.util.Optional;

/// A PersistentVolumeClaim.
///
/// @param storageClassName the class in the spec, which can be the empty string; see
///   [#storageClass]
/// @param volumeName the volume that the claim is bound to or requests, or empty
/// @param request the requested size
public record PersistentVolumeClaim(
        Meta meta,
        Optional<String> storageClassName,
        String volumeName,
        List<String> accessModes,
        Optional<LabelSelector> selector,
        Optional<Quantity> request,
        String volumeMode,
        String attributesClass,
        String phase)
        implements KubeObject {
    public static final String LOST = "Lost";

    /// The annotation of a claim that is completely bound.
    public static final String BIND_COMPLETED = "pv.kubernetes.io/bind-completed";

    /// The annotation that contains the node for which a volume must be provisioned.
    public static final String SELECTED_NODE = "volume.kubernetes.io/selected-node";

    public static final String READ_WRITE_ONCE_POD = "ReadWriteOncePod";

    public PersistentVolumeClaim {
        accessModes = List.copyOf(accessModes);
    }

    @Override
    public Kind kind() {
        return Kind.PERSISTENT_VOLUME_CLAIM;
    }

    public String name() {
        return meta.name();
    }

    /// The effective class: the class of the beta annotation, or else of the spec, or else empty.
    public String storageClass() {
        return meta.annotations()
                .get(StorageClass.ANNOTATION)
                .or(() -> storageClassName)
                .orElse("");
    }

    /// Whether the claim is completely bound to a volume.
    public boolean fullyBound() {
        return !volumeName.isEmpty() && meta.annotations().has(BIND_COMPLETED);
    }

    /// The node for which a volume must be provisioned.
    public Optional<String> selectedNode() {
        return meta.annotations().get(SELECTED_NODE);
    }

    public PersistentVolumeClaim withAnnotations(Labels annotations) {
        return new PersistentVolumeClaim(
                meta.withAnnotations(annotations),
                storageClassName,
                volumeName,
                accessModes,
                selector,
                request,
                volumeMode,
                attributesClass,
                phase);
    }
}
