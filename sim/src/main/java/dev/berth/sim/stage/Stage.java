package dev.berth.sim.stage;

import dev.berth.model.Kind;
import dev.berth.model.json.DecodeException;
import dev.berth.model.json.Json;

import java.util.List;

/// A stage in the life cycle of objects: the conditions under which an object is in the stage, the
/// delay, and the effect after the delay.
///
/// A stage is an object of the cluster:
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
/// @param apiVersion the API version of the objects
/// @param kind the kind of the objects
public record Stage(
        String name,
        String apiVersion,
        String kind,
        boolean suspended,
        List<StageCondition> when,
        Delay delay,
        StageEffect next) {
    /// The kind of stages.
    public static final Kind KIND = new Kind("berth.dev", "v1", "Stage", "stages", false);

    public Stage {
        when = List.copyOf(when);
    }

    /// Parses a manifest.
    ///
    /// @throws DecodeException with the path and the value of the invalid field
    public static Stage of(Json.Obj manifest) {
        return StageReader.read(manifest);
    }

    /// Whether an object of the kind is in this stage.
    boolean holds(Json.Obj object) {
        for (StageCondition question : when) {
            if (!question.holds(object)) {
                return false;
            }
        }
        return !suspended;
    }
}
