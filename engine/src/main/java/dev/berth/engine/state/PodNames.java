package dev.berth.engine.state;

import dev.berth.model.Pod;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The UIDs of the known pods by `namespace/name`.
final class PodNames {
    private final Map<String, String> uidByKey = new HashMap<>();
    private @Nullable Pod last;
    private String lastKey = "";

    void add(Pod pod) {
        uidByKey.put(keyOf(pod), pod.uid());
    }

    void remove(Pod pod) {
        uidByKey.remove(pod.key(), pod.uid());
    }

    Optional<String> uidOf(String key) {
        return Optional.ofNullable(uidByKey.get(key));
    }

    /// The UID of the pod that has the name of this one.
    Optional<String> uidOf(Pod pod) {
        return uidOf(keyOf(pod));
    }

    /// A new pod is looked up and then added, so that its key is created once.
    @SuppressWarnings("ReferenceEquality") // An equal pod only takes the longer way.
    private String keyOf(Pod pod) {
        if (last != pod) {
            last = pod;
            lastKey = pod.key();
        }
        return lastKey;
    }
}
