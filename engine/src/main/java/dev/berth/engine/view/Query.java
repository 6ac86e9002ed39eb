package dev.berth.engine.view;

import dev.berth.model.Kind;
import dev.berth.model.Pod;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A question to the scheduling thread, answered with view records.
public sealed interface Query<T> {
    /// The newest decisions, newest first.
    record Decisions(int atMost) implements Query<List<Decision>> {}

    /// The newest decision about one pod (`namespace/name`).
    record DecisionOf(String podKey) implements Query<Optional<Decision>> {}

    /// Where each pending pod is.
    record PendingPods() implements Query<List<PendingPod>> {}

    /// Every pod that has not ended, as last seen.
    record Pods() implements Query<List<Pod>> {}

    /// The names of all nodes.
    record NodeNames() implements Query<List<String>> {}

    /// The nodes that were promised to pods (nominated), by the pods' UIDs.
    record Promises() implements Query<Map<String, String>> {}

    /// Counters and sizes now.
    record Stats() implements Query<EngineStats> {}

    /// The kinds of which is not known what there is, and why.
    record Unlisted() implements Query<Map<Kind, String>> {}

    /// From now on every decision about this pod is recorded in full.
    record Watch(String podKey) implements Query<Boolean> {}
}
