package dev.berth.engine.view;

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

    /// Where each pod is that has yet to be bound.
    record PendingPods() implements Query<List<PendingPod>> {}

    /// Every pod that has not ended, as last seen.
    record Pods() implements Query<List<Pod>> {}

    /// Where every pod is that has not ended.
    record Everyone() implements Query<Standings> {}

    /// Everything about one pod (`namespace/name`); empty if it is not known.
    record Explain(String podKey) implements Query<Optional<PodReport>> {}

    /// What every node is to a pod now, as if it came now; empty if it is not known. Extenders are
    /// not asked, and nobody is evicted even on paper.
    record Examine(String podKey) implements Query<Optional<Ruling>> {}

    /// What one node would say to pending pods; empty if there is no such node.
    ///
    /// @param kinds of pods to judge, at most
    record Judge(String node, int kinds) implements Query<Optional<NodeVerdicts>> {}

    /// The names of all nodes.
    record NodeNames() implements Query<List<String>> {}

    /// What became of nodes since a version that an earlier answer gave; -1 for all of them.
    record Nodes(long since) implements Query<NodeChanges> {}

    /// One node and its pods; empty if there is no such node.
    record NodeOf(String name) implements Query<Optional<NodeReport>> {}

    /// The nodes that were promised to pods (nominated), by the pods' UIDs.
    record Nominations() implements Query<Map<String, String>> {}

    /// Counters and sizes now.
    record Stats() implements Query<EngineStats> {}

    /// The most important of them, quicker.
    record Beat() implements Query<Pulse> {}

    /// What a plugin of a profile waits for when it has rejected a pod.
    record Requeues(String profile, List<String> plugins) implements Query<List<Requeue>> {}
}
