package dev.berth.testkit.cases;

import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Obj;

import java.util.List;

/// All about volumes in a case: what is stored, and what pods use of it.
interface Storage {
    /// Of a case that is not about volumes; it draws nothing, so that such cases stay as they are.
    Storage NONE =
            new Storage() {
                @Override
                public List<Obj> objects() {
                    return List.of();
                }

                @Override
                public List<Json> ofPod(String namespace, String name, String uid, Pods.Role role) {
                    return List.of();
                }
            };

    static Storage of(Draft draft) {
        return draft.knows(Theme.VOLUMES) ? new DrawnStorage(draft) : NONE;
    }

    /// What is stored, once all pods are made.
    List<Obj> objects();

    /// The volumes of a pod.
    List<Json> ofPod(String namespace, String name, String uid, Pods.Role role);
}
