package dev.berth.sim.volume;

import dev.berth.controlplane.store.DeleteRequest;
import dev.berth.controlplane.store.ObjectTemplates;
import dev.berth.controlplane.store.Store;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.Kind;
import dev.berth.model.Pod;
import dev.berth.model.Volume;
import dev.berth.model.json.Json;

/// Creates the claims of generic ephemeral volumes, and deletes them with the pod.
final class EphemeralVolumeController {
    private static final Path TEMPLATE = Path.of("volumeClaimTemplate");
    private static final Path OWNERS = Path.of("metadata", "ownerReferences");

    private final Store store;

    EphemeralVolumeController(Store store) {
        this.store = store;
    }

    void follow(Pod pod, boolean gone) {
        for (Volume volume : pod.spec().volumes()) {
            if (volume.source().equals("ephemeral")) {
                String name = pod.name() + "-" + volume.name();
                if (gone) {
                    end(pod, name);
                } else if (store.find(Kind.PERSISTENT_VOLUME_CLAIM, pod.namespace(), name).isEmpty()
                        && !pod.terminating()) {
                    create(pod, name, TEMPLATE.object(volume.detail()));
                }
            }
        }
    }

    private void create(Pod pod, String name, Json.Obj template) {
        Json.Obj owner = ObjectTemplates.controller(Kind.POD, pod.name(), pod.uid());
        Json.Obj claim =
                ObjectTemplates.named(Kind.PERSISTENT_VOLUME_CLAIM, pod.namespace(), name)
                        .with("spec", Path.of("spec").object(template));
        store.create(OWNERS.set(claim, Json.arr(owner)));
    }

    private void end(Pod pod, String name) {
        store.find(Kind.PERSISTENT_VOLUME_CLAIM, pod.namespace(), name)
                .filter(claim ->
                        claim.typed()
                                .meta()
                                .controller()
                                .filter(owner -> owner.uid().equals(pod.uid()))
                                .isPresent())
                .ifPresent(claim ->
                        store.delete(
                                Kind.PERSISTENT_VOLUME_CLAIM,
                                pod.namespace(),
                                name,
                                DeleteRequest.NOW.onlyUid(claim.uid())));
    }
}
