package dev.berth.sim.stage;

import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import java.util.List;

/// One step in the life of objects: which ones are in it, for how long, and what then becomes of
/// them.
///
/// Written as an object of the cluster:
///
/// ```yaml
/// apiVersion: berth.dev/v1
/// kind: Stage
/// metadata: {name: pod-runs}
/// spec:
///   resource: {apiVersion: v1, kind: Pod}
///   when:
///     - {path: .spec.nodeName, operator: Exists}
///     - {path: .status.phase, operator: In, values: [Pending]}
///     - {condition: Ready, values: ["False", Unknown]}
///   delay: {duration: 1s, jitter: 500ms}
///   next:
///     status: {phase: Running, startTime: "{{now}}"}
/// ```
///
/// @param apiVersion of the objects it is for
/// @param kind of the objects it is for
public record Stage(
        String name,
        String apiVersion,
        String kind,
        boolean suspended,
        List<StageCondition> when,
        Delay delay,
        StageEffect next) {
    /// The kind of stages themselves.
    public static final Kind KIND = new Kind("berth.dev", "v1", "Stage", "stages", false);

    public Stage {
        when = List.copyOf(when);
    }

    /// Reads a manifest.
    ///
    /// @throws IllegalArgumentException saying which field is wrong
    public static Stage of(Json.Obj manifest) {
        return StageReader.read(manifest);
    }

    /// Whether an object of its kind is in this stage.
    boolean holds(Json.Obj object) {
        for (StageCondition question : when) {
            if (!question.holds(object)) {
                return false;
            }
        }
        return !suspended;
    }
}
