package dev.berth.model;

import java.util.List;
import java.util.Optional;

/// What somebody asks for in storage, and the volume it got.
///
/// @param storageClassName as the spec says, which may be the empty name; see [#storageClass]
/// @param volumeName the volume it is bound to or wants, or empty
/// @param request how much it asks for
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

    /// Stands on a claim once both sides are bound.
    public static final String BIND_COMPLETED = "pv.kubernetes.io/bind-completed";

    /// Names the node for which a volume is to be made.
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

    /// The class that counts: that of the old annotation, else that of the spec, else none.
    public String storageClass() {
        return meta.annotations()
                .get(StorageClass.ANNOTATION)
                .or(() -> storageClassName)
                .orElse("");
    }

    /// Whether it has its volume and everybody knows.
    public boolean fullyBound() {
        return !volumeName.isEmpty() && meta.annotations().has(BIND_COMPLETED);
    }

    /// The node for which a volume is to be made.
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
