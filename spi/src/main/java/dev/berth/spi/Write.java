package dev.berth.spi;

import dev.berth.model.Condition;
import dev.berth.model.Kind;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;

import java.util.Optional;

/// A change of the cluster that goes out to the API server.
public sealed interface Write {
    /// The UID of the object it concerns: calls for one object go out one at a time.
    String uid();

    /// Binds the pod to the node; refused if the pod is another by now, is bound or is going away.
    record BindPod(String namespace, String name, String uid, String node) implements Write {}

    /// Changes a condition and the promised node of a pod's status; what is absent stays. Refused
    /// if another pod has the name by now.
    record PatchPodStatus(Pod pod, Optional<Condition> condition, Nomination nomination)
            implements Write {
        @Override
        public String uid() {
            return pod.uid();
        }
    }

    /// Deletes the pod if it is still the same.
    record DeletePod(String namespace, String name, String uid) implements Write {}

    /// Changes some fields of any object and leaves the others, by a merge patch. A `patch` that
    /// carries the resource version is refused if somebody else was faster.
    record Merge(Kind kind, String namespace, String name, String uid, Json.Obj patch)
            implements Write {}

    /// Replaces any object; `content` carries its resource version, so that a change by others is
    /// not lost.
    record Replace(Kind kind, String namespace, String name, String uid, Json.Obj content)
            implements Write {}
}
