package dev.berth.spi;

import dev.berth.model.Condition;
import dev.berth.model.Kind;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;

import java.util.Optional;

/// A write to the API server.
public sealed interface Write {
    /// The UID of the object. The scheduler sends the writes for one object one at a time.
    String uid();

    /// Binds a pod to a node. The API server rejects it if the UID differs, or if the pod is bound
    /// or being deleted.
    record BindPod(String namespace, String name, String uid, String node) implements Write {}

    /// Updates a condition and the nominated node in the status of a pod; absent parts do not
    /// change. The API server rejects it if the UID differs.
    record PatchPodStatus(Pod pod, Optional<Condition> condition, Nomination nomination)
            implements Write {
        @Override
        public String uid() {
            return pod.uid();
        }
    }

    /// Deletes the pod, if the UID matches.
    record DeletePod(String namespace, String name, String uid) implements Write {}

    /// Updates some fields of any object with a JSON merge patch. If `patch` contains the resource
    /// version, the API server rejects it when the object has changed since.
    record Merge(Kind kind, String namespace, String name, String uid, Json.Obj patch)
            implements Write {}

    /// As [Merge], but updates the status of the object.
    record MergeStatus(Kind kind, String namespace, String name, String uid, Json.Obj patch)
            implements Write {}

    /// Creates an object.
    ///
    /// @param uid identifies the write; the API server selects the UID of the object
    record Create(Kind kind, String uid, Json.Obj content) implements Write {}

    /// Deletes any object, if the UID matches.
    record Delete(Kind kind, String namespace, String name, String uid) implements Write {}

    /// Replaces any object. `content` contains the resource version, so the API server rejects it
    /// when the object has changed since.
    record Replace(Kind kind, String namespace, String name, String uid, Json.Obj content)
            implements Write {}
}
