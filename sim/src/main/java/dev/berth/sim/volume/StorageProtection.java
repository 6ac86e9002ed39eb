package dev.berth.sim.volume;

import dev.berth.controlplane.store.ObjectSelection;
import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.store.Patch;
import dev.berth.controlplane.store.Store;
import dev.berth.controlplane.store.WriteScope;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.Kind;
import dev.berth.model.PersistentVolume;
import dev.berth.model.PersistentVolumeClaim;
import dev.berth.model.Pod;
import dev.berth.model.Volume;
import dev.berth.model.json.Json;

import java.util.List;

/// Removes the protection finalizers of claims that no bound pod uses, and of volumes without a
/// claim (upstream: PVC and PV protection controllers).
final class StorageProtection {
    private static final String OF_CLAIMS = "kubernetes.io/pvc-protection";
    private static final String OF_VOLUMES = "kubernetes.io/pv-protection";
    private static final Path FINALIZERS = Path.of("metadata", "finalizers");
    private static final Path PHASE = Path.of("status", "phase");

    private final Store store;

    StorageProtection(Store store) {
        this.store = store;
    }

    void claim(PersistentVolumeClaim claim) {
        store.find(Kind.PERSISTENT_VOLUME_CLAIM, claim.meta().namespace(), claim.meta().name())
                .filter(it -> guarded(it, OF_CLAIMS) && !used(claim))
                .ifPresent(it -> release(it, OF_CLAIMS));
    }

    void volume(PersistentVolume volume) {
        store.find(Kind.PERSISTENT_VOLUME, "", volume.name())
                .filter(it -> guarded(it, OF_VOLUMES) && !PHASE.text(it.json()).equals("Bound"))
                .ifPresent(it -> release(it, OF_VOLUMES));
    }

    /// The keys of the claims that a pod uses.
    static List<String> claimsOf(Pod pod) {
        return pod.spec().volumes().stream()
                .filter(it ->
                        it.source().equals("persistentVolumeClaim")
                                || it.source().equals("ephemeral"))
                .map(it -> pod.namespace() + "/" + claimName(pod, it))
                .toList();
    }

    private static String claimName(Pod pod, Volume volume) {
        return volume.source().equals("ephemeral")
                ? pod.name() + "-" + volume.name()
                : Path.of("claimName").text(volume.detail());
    }

    private boolean used(PersistentVolumeClaim claim) {
        return store
                .list(ObjectSelection.of(Kind.POD).in(claim.meta().namespace()))
                .objects()
                .stream()
                .anyMatch(it ->
                        it.typed() instanceof Pod pod
                                && pod.assigned()
                                && claimsOf(pod).contains(claim.key()));
    }

    private static boolean guarded(ObjectVersion object, String finalizer) {
        return FINALIZERS.items(object.json()).contains(Json.of(finalizer));
    }

    private void release(ObjectVersion object, String finalizer) {
        List<Json> left =
                FINALIZERS.items(object.json()).stream()
                        .filter(it -> !it.equals(Json.of(finalizer)))
                        .toList();
        // If the finalizers have changed, the patch fails, and the change triggers another check.
        Json.Obj metadata =
                Json.Obj.of("finalizers", new Json.Arr(left))
                        .with("resourceVersion", Long.toString(object.revision()));
        store.patch(object, new Patch.Merge(Json.Obj.of("metadata", metadata)), WriteScope.MAIN);
    }
}
