package dev.berth.harness.cases;

import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Obj;

import java.util.List;

/// All about volumes in a case: what is stored, and what pods use of it.
interface StorageGenerator {
    /// Of a case that is not about volumes; it draws nothing, so that such cases stay as they are.
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

    /// What is stored, once all pods are made.
    List<Obj> objects();

    /// The volumes of a pod.
    List<Json> ofPod(String namespace, String name, String uid, PodGenerator.Role role);
}
