package dev.berth.engine.view;

import dev.berth.model.Pod;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A question to the scheduling thread, answered with view records.
public sealed interface Query<T> {
    /// The answer to another question, with the status of the scheduler in the same loop iteration.
    record WithStatus<T>(Query<T> query) implements Query<Answered<T>> {}

    /// The newest decisions, newest first.
    record Decisions(int atMost) implements Query<List<Decision>> {}

    /// The newest decision about one pod (`namespace/name`).
    record DecisionOf(String podKey) implements Query<Optional<Decision>> {}

    /// The pods that have yet to be bound, with their scheduling states.
    record PendingPods() implements Query<List<PendingPod>> {}

    /// Every pod that has not finished, as last received.
    record Pods() implements Query<List<Pod>> {}

    /// The scheduling state of every pod that has not finished.
    record AllPodStates() implements Query<PodStates> {}

    /// Everything about one pod (`namespace/name`); empty if the scheduler does not know it.
    record ExplainPod(String podKey) implements Query<Optional<PodReport>> {}

    /// The same, with the facts behind the rejections of a pod that plugins reject or gate.
    record ExplainRejections(String podKey) implements Query<Optional<PodExplanation>> {}

    /// A scheduling cycle for a pod on the current state, without side effects; empty if the
    /// scheduler does not know the pod. It does not call extenders and does not try preemption.
    record DryRun(String podKey) implements Query<Optional<PodDryRun>> {}

    /// The same for one node: empty if there is no such node.
    record WhyNot(String podKey, String node) implements Query<Optional<WhyNotReport>> {}

    /// One node, and the verdicts of its filters on pending pods; empty if there is no such node.
    ///
    /// @param maxShapes how many different pods are evaluated at most
    record ExplainNode(String node, int maxShapes) implements Query<Optional<NodeVerdicts>> {}

    /// The names of all nodes.
    record NodeNames() implements Query<List<String>> {}

    /// The nodes that changed since a version that an earlier answer gave; -1 for all nodes.
    record Nodes(long since) implements Query<NodeUpdates> {}

    /// One node and its pods; empty if there is no such node.
    record OneNode(String name) implements Query<Optional<NodeReport>> {}

    /// The nominated nodes, by the UIDs of the pods.
    record Nominations() implements Query<Map<String, String>> {}

    /// All counters and sizes.
    record Stats() implements Query<EngineStats> {}

    /// The most important counters, which are quick to gather.
    record Status() implements Query<SchedulerStatus> {}
}
