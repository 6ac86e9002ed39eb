package dev.berth.sim.volume;

import dev.berth.controlplane.store.DeleteRequest;
import dev.berth.controlplane.store.ObjectSelection;
import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.store.Patch;
import dev.berth.controlplane.store.StorageDefaults;
import dev.berth.controlplane.store.Store;
import dev.berth.controlplane.store.WriteScope;
import dev.berth.model.ClaimReference;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.PersistentVolume;
import dev.berth.model.PersistentVolumeClaim;
import dev.berth.model.Quantity;
import dev.berth.model.Selector;
import dev.berth.model.SelectorException;
import dev.berth.model.StorageClass;
import dev.berth.model.json.Json;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Operations on the volumes and claims in the store.
final class VolumeStore {
    static final String METADATA = "metadata";
    static final String ANNOTATIONS = "annotations";
    static final String SPEC = "spec";
    private static final String STATUS = "status";
    private static final String PHASE = "phase";
    private static final String BOUND = "Bound";
    private static final String RELEASED = "Released";

    private final Store store;

    VolumeStore(Store store) {
        this.store = store;
    }

    Store store() {
        return store;
    }

    Optional<PersistentVolumeClaim> claim(String key) {
        int slash = key.indexOf('/');
        return store.find(
                        Kind.PERSISTENT_VOLUME_CLAIM,
                        key.substring(0, slash),
                        key.substring(slash + 1))
                .map(object -> (PersistentVolumeClaim) object.typed());
    }

    Optional<PersistentVolume> volume(String name) {
        return store.find(Kind.PERSISTENT_VOLUME, "", name)
                .map(object -> (PersistentVolume) object.typed());
    }

    /// The default storage class.
    Optional<String> defaultClass() {
        return StorageDefaults.defaults(
                store.list(ObjectSelection.of(Kind.STORAGE_CLASS)).objects().stream()
                        .map(ObjectVersion::json));
    }

    void classify(PersistentVolumeClaim claim, String storageClass) {
        patch(claim, Json.Obj.of(SPEC, Json.Obj.EMPTY.with("storageClassName", storageClass)));
    }

    Optional<StorageClass> storageClass(String name) {
        return store.find(Kind.STORAGE_CLASS, "", name)
                .map(object -> (StorageClass) object.typed());
    }

    private List<PersistentVolume> all() {
        return store.list(ObjectSelection.of(Kind.PERSISTENT_VOLUME)).objects().stream()
                .map(object -> (PersistentVolume) object.typed())
                .toList();
    }

    /// The volumes that are bound to the claim or reserved for it.
    List<PersistentVolume> keptFor(PersistentVolumeClaim claim) {
        return all().stream()
                .filter(volume -> volume.claim().filter(each -> each.means(claim)).isPresent())
                .toList();
    }

    /// The smallest volume that matches the claim, regardless of its node affinity.
    Optional<PersistentVolume> smallest(PersistentVolumeClaim claim) {
        Selector selector = selector(claim);
        return all().stream()
                .filter(volume ->
                        volume.claim().isEmpty()
                                && volume.meta().deleted().isEmpty()
                                && volume.storageClass().equals(claim.storageClass())
                                && volume.volumeMode().equals(claim.volumeMode())
                                && volume.attributesClass().equals(claim.attributesClass())
                                && volume.accessModes().containsAll(claim.accessModes())
                                && selector.matches(volume.meta().labels())
                                && volume.capacity()
                                                .compareTo(claim.request().orElse(Quantity.ZERO))
                                        >= 0)
                .min(
                        Comparator.comparing(PersistentVolume::capacity)
                                .thenComparing(PersistentVolume::name));
    }

    private static Selector selector(PersistentVolumeClaim claim) {
        try {
            return claim.selector().isEmpty() ? Selector.EVERYTHING : Selector.of(claim.selector());
        } catch (SelectorException unreadable) {
            return Selector.NOTHING;
        }
    }

    /// Binds the volume and the claim to each other.
    void bind(PersistentVolumeClaim claim, PersistentVolume volume) {
        Json.Obj reference = reference(claim);
        boolean kept = volume.claim().isPresent();
        if (volume.claim().filter(each -> each.uid().equals(claim.meta().uid())).isEmpty()) {
            Json.Obj change = Json.Obj.of(SPEC, Json.Obj.of("claimRef", reference));
            patch(volume, kept ? change : change.with(METADATA, byController()));
        }
        phase(volume, BOUND);
        if (claim.phase().equals(BOUND)
                && claim.meta().annotations().has(PersistentVolumeClaim.BIND_COMPLETED)) {
            return;
        }
        Json.Obj marks = Json.Obj.EMPTY.with(PersistentVolumeClaim.BIND_COMPLETED, "yes");
        patch(
                claim,
                Json.Obj.EMPTY
                        .with(
                                METADATA,
                                Json.Obj.of(
                                        ANNOTATIONS,
                                        claim.volumeName().isEmpty()
                                                ? marks.with(
                                                        PersistentVolume.BOUND_BY_CONTROLLER, "yes")
                                                : marks))
                        .with(SPEC, Json.Obj.EMPTY.with("volumeName", volume.name()))
                        .with(
                                STATUS,
                                Json.Obj.EMPTY
                                        .with(PHASE, BOUND)
                                        .with("accessModes", texts(volume.accessModes()))
                                        .with(
                                                "capacity",
                                                Json.Obj.EMPTY.with(
                                                        "storage", volume.capacity().toString()))));
    }

    private static Json.Obj byController() {
        return Json.Obj.of(
                ANNOTATIONS, Json.Obj.EMPTY.with(PersistentVolume.BOUND_BY_CONTROLLER, "yes"));
    }

    static Json.Arr texts(List<String> texts) {
        return new Json.Arr(texts.stream().<Json>map(Json::of).toList());
    }

    static Json.Obj reference(PersistentVolumeClaim claim) {
        return ClaimReference.to(claim).written(claim.meta().resourceVersion());
    }

    void lose(PersistentVolumeClaim claim) {
        patch(claim, Json.Obj.of(STATUS, Json.Obj.EMPTY.with(PHASE, PersistentVolumeClaim.LOST)));
    }

    void phase(PersistentVolume volume, String phase) {
        if (!volume.phase().equals(phase)) {
            patch(volume, Json.Obj.of(STATUS, Json.Obj.EMPTY.with(PHASE, phase)));
        }
    }

    /// Releases a volume after the deletion of its claim: deletes it if its reclaim policy is
    /// `Delete`, and sets the phase `Released` otherwise.
    void release(PersistentVolume volume) {
        boolean goes =
                store.find(Kind.PERSISTENT_VOLUME, "", volume.name())
                        .flatMap(object ->
                                object.json().textAt(SPEC, "persistentVolumeReclaimPolicy"))
                        .equals(Optional.of("Delete"));
        if (goes) {
            store.delete(
                    Kind.PERSISTENT_VOLUME,
                    "",
                    volume.name(),
                    DeleteRequest.NOW.onlyUid(volume.meta().uid()));
        } else {
            phase(volume, RELEASED);
        }
    }

    /// Patches an object. If the patch fails because the object has changed, the change triggers
    /// another reconciliation.
    void patch(KubeObject object, Json.Obj change) {
        store.patch(
                object.kind(),
                object.meta().namespace(),
                object.meta().name(),
                new Patch.Merge(change),
                WriteScope.WHOLE);
    }

    Optional<ObjectVersion> find(Kind kind, String name) {
        return store.find(kind, "", name);
    }
}
