package dev.berth.plugins.volumes;

import dev.berth.model.VolumeAttachment;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The VolumeAttachments by node.
final class AttachedVolumes {
    private final Map<String, Map<String, VolumeAttachment>> byNode = new HashMap<>();
    private final UsesByNode<String> volumes = new UsesByNode<>();

    void forgetAll() {
        byNode.clear();
        volumes.clear();
    }

    void add(VolumeAttachment attachment) {
        byNode.computeIfAbsent(attachment.nodeName(), node -> new HashMap<>())
                .put(attachment.key(), attachment);
        attachment.volume().ifPresent(volume -> volumes.add(volume, attachment.nodeName()));
    }

    void remove(VolumeAttachment attachment) {
        Map<String, VolumeAttachment> here = byNode.get(attachment.nodeName());
        if (here != null && here.remove(attachment.key()) != null) {
            attachment.volume().ifPresent(volume -> volumes.remove(volume, attachment.nodeName()));
            if (here.isEmpty()) {
                byNode.remove(attachment.nodeName());
            }
        }
    }

    /// The nodes that a volume with this name is attached to.
    Set<String> nodes(String volume) {
        return volumes.nodes(volume);
    }

    /// Adds the CSI volumes that are attached to the node.
    void collect(String node, VolumeLookup lookup, Set<DriverVolume> out) {
        for (VolumeAttachment attachment : byNode.getOrDefault(node, Map.of()).values()) {
            Optional<String> handle = attachment.volume().flatMap(lookup::handle);
            if (handle.isPresent() && !attachment.attacher().isEmpty()) {
                out.add(new DriverVolume(attachment.attacher(), handle.get()));
            }
        }
    }
}
