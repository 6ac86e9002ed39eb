package dev.berth.harness.cases;

import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Obj;

import java.util.List;

/// Generates the storage of a case: the stored objects, and the volumes of pods.
interface StorageGenerator {
    /// For a case without volumes. It uses no random numbers, so such cases do not change.
    StorageGenerator NONE =
            new StorageGenerator() {
                @Override
                public List<Obj> objects() {
                    return List.of();
                }

                @Override
                public List<Json> ofPod(
                        String namespace, String name, String uid, PodGenerator.Role role) {
                    return List.of();
                }
            };

    static StorageGenerator of(CaseDraft draft) {
        return draft.knows(CaseTheme.VOLUMES) ? new GeneratedStorage(draft) : NONE;
    }

    /// The stored objects, after all pods are generated.
    List<Obj> objects();

    /// The volumes of a pod.
    List<Json> ofPod(String namespace, String name, String uid, PodGenerator.Role role);
}
