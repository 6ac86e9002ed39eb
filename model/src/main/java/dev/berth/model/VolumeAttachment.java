package dev.berth.model;

import java.util.Optional;

/// A volume that is, or is to be, attached to a node.
///
/// @param attacher the driver that does it
/// @param volume the volume's name; absent for volumes that pods bring along
public record VolumeAttachment(Meta meta, String attacher, String nodeName, Optional<String> volume)
        implements KubeObject {
    @Override
    public Kind kind() {
        return Kind.VOLUME_ATTACHMENT;
    }
}
