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

/// The volumes and claims of [InstantApi]. They are bound and provisioned immediately.
final class InstantVolumes {
    private final Consumer<Message> deliver;
    private final Map<String, PersistentVolume> volumes = new HashMap<>();
    private final Map<String, PersistentVolumeClaim> claims = new HashMap<>();
    private long version;

    InstantVolumes(Consumer<Message> deliver) {
        this.deliver = deliver;
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
                    WriteOutcome.Refused.NOT_FOUND, write.name() + " not found");
        }
        return new WriteOutcome.Done(bind(volume, claim).meta().resourceVersion());
    }

    /// Provisions a volume for the claim on the selected node.
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
        deliver.accept(new Message.ObjectSeen(given));
        deliver.accept(new Message.ObjectSeen(bound));
        return given;
    }

    private Meta next(Meta meta, Labels annotations) {
        version++;
        return meta.withAnnotations(annotations).withResourceVersion(Long.toString(version));
    }
}
