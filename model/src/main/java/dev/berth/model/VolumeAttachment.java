package dev.berth.model;

import java.util.Optional;

/// A VolumeAttachment: a volume that is attached or will be attached to a node.
///
/// @param attacher the CSI driver
/// @param volume the name of the PersistentVolume; empty for inline volumes
public record VolumeAttachment(Meta meta, String attacher, String nodeName, Optional<String> volume)
        implements KubeObject {
    @Override
    public Kind kind() {
        return Kind.VOLUME_ATTACHMENT;
    }
}
