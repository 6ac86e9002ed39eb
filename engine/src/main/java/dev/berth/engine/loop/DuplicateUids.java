package dev.berth.engine.loop;

import dev.berth.engine.port.Log;
import dev.berth.engine.state.ClusterState;
import dev.berth.engine.state.PodEntry;
import dev.berth.model.Meta;
import dev.berth.model.Pod;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Pods that have the UID of another pod that exists. An API server never issues a UID twice, but
/// objects that were copied from another cluster can have the UIDs of existing ones.
///
/// The state knows a pod by its UID. The first pod keeps it. A further one that is assigned to a
/// node is accounted there under a UID that is derived from its name, so that its node is not
/// over-committed. A further one that is pending is not scheduled, because its bind would be about
/// the other pod. When the first pod is gone, the next one takes the UID.
final class DuplicateUids {
    private final ClusterState state;
    private final Log log;

    /// The duplicates by `namespace/name`, as the API server reports them.
    private final Map<String, Pod> duplicates = new LinkedHashMap<>();

    DuplicateUids(ClusterState state, Log log) {
        this.state = state;
        this.log = log;
    }

    /// The pod as the state is to know it; empty if the state cannot know it.
    Optional<Pod> resolve(Pod pod) {
        if (!duplicate(pod)) {
            return Optional.of(pod);
        }
        if (duplicates.put(pod.key(), pod) == null) {
            report(pod);
        }
        return pod.assigned() ? Optional.of(withDerivedUid(pod)) : Optional.empty();
    }

    private boolean duplicate(Pod pod) {
        if (!duplicates.isEmpty()) {
            Pod known = duplicates.get(pod.key());
            if (known != null && known.uid().equals(pod.uid())) {
                return true;
            }
            duplicates.remove(pod.key());
        }
        Optional<PodEntry> other = state.pod(pod.uid());
        return other.isPresent() && !sameName(other.get().seen(), pod);
    }

    static boolean sameName(Pod one, Pod other) {
        return one.name().equals(other.name()) && one.namespace().equals(other.namespace());
    }

    private void report(Pod pod) {
        state.countRepair();
        log.error(
                null,
                pod.assigned()
                        ? "Two pods have the same UID; both are accounted on their nodes"
                        : "Two pods have the same UID; the second one is not scheduled",
                "uid",
                pod.uid(),
                "pod",
                pod.key(),
                "other",
                state.pod(pod.uid()).map(entry -> entry.seen().key()).orElse(""));
    }

    /// The pod is gone. Returns the UID under which the state may know it.
    ///
    /// @param key empty if it is not known
    String remove(String uid, String key) {
        Pod known = duplicates.get(key);
        if (known == null || !known.uid().equals(uid)) {
            return uid;
        }
        duplicates.remove(key);
        return derivedUid(known);
    }

    /// The pod that may use a UID that is free now, as the API server reported it.
    Optional<Pod> next(String uid) {
        for (Pod pod : duplicates.values()) {
            if (pod.uid().equals(uid)) {
                duplicates.remove(pod.key());
                return Optional.of(pod);
            }
        }
        return Optional.empty();
    }

    private static String derivedUid(Pod pod) {
        return pod.uid() + " of " + pod.key();
    }

    private static Pod withDerivedUid(Pod pod) {
        Meta meta = pod.meta();
        return new Pod(
                new Meta(
                        meta.name(),
                        meta.namespace(),
                        derivedUid(pod),
                        meta.resourceVersion(),
                        meta.generation(),
                        meta.created(),
                        meta.deleted(),
                        meta.labels(),
                        meta.annotations(),
                        meta.owners(),
                        meta.finalizers()),
                pod.spec(),
                pod.status());
    }
}
