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
