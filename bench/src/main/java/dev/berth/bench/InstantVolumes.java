package dev.berth.bench;

import static java.util.Objects.requireNonNull;

import dev.berth.engine.port.Message;
import dev.berth.model.ClaimReference;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Labels;
import dev.berth.model.Meta;
import dev.berth.model.PersistentVolume;
import dev.berth.model.PersistentVolumeClaim;
import dev.berth.model.json.Json;
import dev.berth.spi.Write;
import dev.berth.spi.WriteOutcome;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Volumes and claims of [InstantApi]: a volume that is given to a claim is bound to it at once,
/// and one that is to be made is made at once.
final class InstantVolumes {
    private final Consumer<Message> say;
    private final Map<String, PersistentVolume> volumes = new HashMap<>();
    private final Map<String, PersistentVolumeClaim> claims = new HashMap<>();
    private long version;

    InstantVolumes(Consumer<Message> say) {
        this.say = say;
    }

    void put(KubeObject object) {
        switch (object) {
            case PersistentVolume volume -> volumes.put(volume.name(), volume);
            case PersistentVolumeClaim claim -> claims.put(claim.key(), claim);
            default -> {}
        }
    }

    WriteOutcome merge(Write.Merge write) {
        PersistentVolumeClaim wanting = claims.get(write.namespace() + "/" + write.name());
        if (write.kind().equals(Kind.PERSISTENT_VOLUME_CLAIM) && wanting != null) {
            return provide(write, wanting);
        }
        PersistentVolume volume = volumes.get(write.name());
        PersistentVolumeClaim claim =
                write.patch()
                        .textAt("spec", "claimRef", "name")
                        .map(name -> claims.get("default/" + name))
                        .orElse(null);
        if (!write.kind().equals(Kind.PERSISTENT_VOLUME) || volume == null || claim == null) {
            return new WriteOutcome.Refused(
                    WriteOutcome.Refused.NOT_FOUND, "there is no " + write.name());
        }
        return new WriteOutcome.Done(bind(volume, claim).meta().resourceVersion());
    }

    /// A volume is made for the claim on the node that was chosen.
    private WriteOutcome provide(Write.Merge write, PersistentVolumeClaim claim) {
        String node =
                write.patch()
                        .textAt("metadata", "annotations", PersistentVolumeClaim.SELECTED_NODE)
                        .orElse("");
        PersistentVolumeClaim selected =
                claim.withAnnotations(
                        claim.meta().annotations().with(PersistentVolumeClaim.SELECTED_NODE, node));
        String name = "pvc-" + claim.name();
        bind(
                new PersistentVolume(
                        Meta.named("", name, name),
                        claim.storageClass(),
                        claim.request().orElseThrow(),
                        claim.accessModes(),
                        claim.volumeMode(),
                        "",
                        Optional.empty(),
                        Optional.empty(),
                        PersistentVolume.CSI,
                        Json.Obj.EMPTY.with("volumeHandle", name),
                        PersistentVolume.AVAILABLE),
                selected);
        return new WriteOutcome.Done(
                requireNonNull(claims.get(claim.key())).meta().resourceVersion());
    }

    private PersistentVolume bind(PersistentVolume volume, PersistentVolumeClaim claim) {
        var given =
                new PersistentVolume(
                        next(volume.meta(), volume.meta().annotations()),
                        volume.storageClassName(),
                        volume.capacity(),
                        volume.accessModes(),
                        volume.volumeMode(),
                        volume.attributesClass(),
                        Optional.of(ClaimReference.to(claim)),
                        volume.nodeAffinity(),
                        volume.source(),
                        volume.detail(),
                        "Bound");
        var bound =
                new PersistentVolumeClaim(
                        next(
                                claim.meta(),
                                claim.meta()
                                        .annotations()
                                        .with(PersistentVolumeClaim.BIND_COMPLETED, "yes")),
                        claim.storageClassName(),
                        volume.name(),
                        claim.accessModes(),
                        claim.selector(),
                        claim.request(),
                        claim.volumeMode(),
                        claim.attributesClass(),
                        "Bound");
        put(given);
        put(bound);
        say.accept(new Message.ObjectSeen(given));
        say.accept(new Message.ObjectSeen(bound));
        return given;
    }

    private Meta next(Meta meta, Labels annotations) {
        version++;
        return meta.withAnnotations(annotations).withResourceVersion(Long.toString(version));
    }
}
