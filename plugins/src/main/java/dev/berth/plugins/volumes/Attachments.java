package dev.berth.plugins.volumes;

import dev.berth.model.Kind;
import dev.berth.model.PersistentVolume;
import dev.berth.model.VolumeAttachment;
import dev.berth.spi.Objects;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// What is attached to which node, whoever uses it.
final class Attachments {
    private final Supplier<Objects> objects;
    private final Map<String, Map<String, VolumeAttachment>> byNode = new HashMap<>();
    private final UsesByNode<String> volumes = new UsesByNode<>();

    Attachments(Supplier<Objects> objects) {
        this.objects = objects;
    }

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

    /// The nodes that a volume of this name is attached to.
    Set<String> nodes(String volume) {
        return volumes.nodes(volume);
    }

    /// Adds what is attached to the node, as far as it was made for drivers.
    void collect(String node, Set<DriverVolume> out) {
        Collection<VolumeAttachment> here = byNode.getOrDefault(node, Map.of()).values();
        for (VolumeAttachment attachment : here) {
            Optional<PersistentVolume> volume =
                    attachment
                            .volume()
                            .flatMap(name -> objects.get().get(Kind.PERSISTENT_VOLUME, name))
                            .map(PersistentVolume.class::cast)
                            .filter(each -> each.source().equals(PersistentVolume.CSI));
            if (volume.isPresent() && !attachment.attacher().isEmpty()) {
                out.add(new DriverVolume(attachment.attacher(), DriverVolume.handle(volume.get())));
            }
        }
    }
}
