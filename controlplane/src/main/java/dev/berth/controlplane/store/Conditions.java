package dev.berth.controlplane.store;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.List;

/// The conditions of a status, one for each type.
public final class Conditions {
    private static final Path TYPE = Path.of("type");
    private static final Path STATUS = Path.of("status");
    private static final String SINCE = "lastTransitionTime";
    private static final Json.Obj SCHEDULED =
            Json.Obj.EMPTY
                    .with("type", "PodScheduled")
                    .with("status", "True")
                    .with("lastProbeTime", Json.Null.NULL);
    private static final Json.Obj GATED =
            Json.Obj.EMPTY
                    .with("type", "PodScheduled")
                    .with("status", "False")
                    .with("reason", "SchedulingGated")
                    .with("message", "Scheduling is blocked due to non-empty scheduling gates")
                    .with("lastProbeTime", Json.Null.NULL);

    private static final Json.Obj EVICTED =
            Json.Obj.EMPTY
                    .with("type", "DisruptionTarget")
                    .with("status", "True")
                    .with("reason", "EvictionByEvictionAPI")
                    .with("message", "Eviction API: evicting")
                    .with("lastProbeTime", Json.Null.NULL);

    private Conditions() {}

    static Json.Obj scheduled() {
        return SCHEDULED;
    }

    static Json.Obj gated() {
        return GATED;
    }

    public static Json.Obj evicted() {
        return EVICTED;
    }

    /// Sets a condition. `lastTransitionTime` is `now` if the status of the condition changes.
    public static Json.Obj set(Json.Obj object, Json.Obj condition, String now) {
        List<Json> before = ObjectFields.CONDITIONS.items(object);
        var after = new ArrayList<Json>(before.size() + 1);
        String since = now;
        int place = before.size();
        for (Json other : before) {
            if (TYPE.text(other).equals(TYPE.text(condition))) {
                place = after.size();
                boolean same = STATUS.text(other).equals(STATUS.text(condition));
                since =
                        same && !Path.of(SINCE).text(other).isEmpty()
                                ? Path.of(SINCE).text(other)
                                : now;
            } else {
                after.add(other);
            }
        }
        Json.Obj dated = condition.with(SINCE, since);
        // Parity: a pod condition has `observedGeneration` only if the status of the pod has it.
        boolean observed = ObjectFields.STATUS.then("observedGeneration").in(object);
        long generation = observed ? ObjectFields.GENERATION.number(object, 0) : 0;
        after.add(
                Math.min(place, after.size()),
                generation == 0 ? dated : dated.with("observedGeneration", generation));
        return ObjectFields.CONDITIONS.set(object, new Json.Arr(after));
    }
}
