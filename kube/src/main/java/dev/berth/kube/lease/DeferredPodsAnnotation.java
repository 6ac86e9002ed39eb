package dev.berth.kube.lease;

import dev.berth.model.json.Json;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/// The pods during whose attempts a leader has hung, in an annotation of the lease. The next leader
/// schedules them after the others.
///
/// @param hangs how often, by the UID of the pod; the pod that hung last is the last one
public record DeferredPodsAnnotation(SequencedMap<String, Integer> hangs) {
    public static final String NAME = "berth.dev/deferred-pods";
    public static final DeferredPodsAnnotation NONE =
            new DeferredPodsAnnotation(new LinkedHashMap<>());

    private static final int MAX_PODS = 20;
    private static final int MAX_HANGS = 99;

    public DeferredPodsAnnotation {
        hangs = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(hangs));
    }

    /// Reads the annotation of a lease. Entries that are malformed are ignored.
    static DeferredPodsAnnotation of(Json.Obj lease) {
        var hangs = new LinkedHashMap<String, Integer>();
        String text = lease.textAt("metadata", "annotations", NAME).orElse("");
        for (String entry : text.split(",", MAX_PODS + 1)) {
            int equals = entry.indexOf('=');
            if (equals > 0 && entry.substring(equals + 1).matches("[1-9][0-9]?")) {
                hangs.put(
                        entry.substring(0, equals), Integer.parseInt(entry.substring(equals + 1)));
            }
        }
        return new DeferredPodsAnnotation(hangs);
    }

    /// With one more hang of this pod. If there are too many pods, those that hung first are left
    /// out.
    public DeferredPodsAnnotation plus(String uid) {
        var more = new LinkedHashMap<>(hangs);
        Integer before = more.remove(uid);
        more.put(uid, Math.min(MAX_HANGS, before == null ? 1 : before + 1));
        while (more.size() > MAX_PODS) {
            more.pollFirstEntry();
        }
        return new DeferredPodsAnnotation(more);
    }

    public DeferredPodsAnnotation without(Collection<String> uids) {
        var fewer = new LinkedHashMap<>(hangs);
        fewer.keySet().removeAll(uids);
        return new DeferredPodsAnnotation(fewer);
    }

    /// The lease with this annotation, or without it if there are no pods.
    Json.Obj in(Json.Obj lease) {
        if (of(lease).equals(this)) {
            return lease;
        }
        Json.Obj metadata = lease.objAt("metadata").orElse(Json.Obj.EMPTY);
        Json.Obj annotations = metadata.objAt("annotations").orElse(Json.Obj.EMPTY);
        return lease.with(
                "metadata",
                metadata.with(
                        "annotations",
                        hangs.isEmpty()
                                ? annotations.without(NAME)
                                : annotations.with(NAME, text())));
    }

    private String text() {
        var text = new StringBuilder();
        for (Map.Entry<String, Integer> entry : hangs.entrySet()) {
            text.append(text.isEmpty() ? "" : ",")
                    .append(entry.getKey())
                    .append('=')
                    .append(entry.getValue());
        }
        return text.toString();
    }
}
