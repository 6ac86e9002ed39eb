package dev.berth.engine.loop;

import dev.berth.engine.binding.Binder;
import dev.berth.engine.cycle.NodeExplainer;
import dev.berth.engine.profile.PluginFailure;
import dev.berth.engine.profile.PluginFailures;
import dev.berth.engine.profile.Profile;
import dev.berth.engine.queue.QueuedPod;
import dev.berth.engine.queue.SchedulingQueue;
import dev.berth.engine.view.Decision;
import dev.berth.engine.view.ExplainedRejection;
import dev.berth.engine.view.NodeVerdicts;
import dev.berth.model.OwnerReference;
import dev.berth.model.Pod;
import dev.berth.model.PodShape;
import dev.berth.spi.RejectionDetails;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Runs the filters of one node for pending pods, for queries.
final class PendingPodsOnNode {
    private final SchedulingQueue queue;
    private final Binder binder;
    private final AttemptFactory attempts;
    private final NodeExplainer explainer;
    private final NodeViews nodeViews;
    private final PluginFailures failures;

    PendingPodsOnNode(
            SchedulingQueue queue,
            Binder binder,
            AttemptFactory attempts,
            NodeExplainer explainer,
            NodeViews nodeViews,
            PluginFailures failures) {
        this.queue = queue;
        this.binder = binder;
        this.attempts = attempts;
        this.explainer = explainer;
        this.nodeViews = nodeViews;
        this.failures = failures;
    }

    /// Pods of one controller with equal requirements get the same verdict. A pod without a
    /// controller, or with volumes, which may be its own, is evaluated alone: then `owner` is the
    /// UID of the pod.
    private record PodGroup(String owner, PodShape shape, Profile profile, int priority) {
        static PodGroup of(QueuedPod queued) {
            Pod pod = queued.pod();
            String owner =
                    pod.meta().owners().stream()
                            .filter(OwnerReference::controller)
                            .map(OwnerReference::uid)
                            .findFirst()
                            .orElse("");
            boolean alone = owner.isEmpty() || !pod.spec().volumes().isEmpty();
            return new PodGroup(
                    alone ? pod.uid() : owner,
                    pod.shape(),
                    queued.profile(),
                    pod.spec().priority());
        }
    }

    /// @param maxShapes how many different pods are evaluated at most
    NodeVerdicts verdicts(int row, int maxShapes) {
        var groups = new LinkedHashMap<PodGroup, List<Pod>>();
        int notEvaluated = 0;
        for (QueuedPod queued : queue.all()) {
            if (queued.gated() || binder.waiting().find(queued.uid()).isPresent()) {
                continue;
            }
            Pod pod = queued.pod();
            PodGroup key = PodGroup.of(queued);
            if (groups.containsKey(key) || groups.size() < maxShapes) {
                groups.computeIfAbsent(key, other -> new ArrayList<>()).add(pod);
            } else {
                notEvaluated++;
            }
        }
        var verdicts = new ArrayList<NodeVerdicts.Verdict>();
        for (Map.Entry<PodGroup, List<Pod>> each : groups.entrySet()) {
            List<Pod> pods = each.getValue();
            verdicts.add(
                    new NodeVerdicts.Verdict(
                            pods.stream().map(Pod::key).toList(),
                            rejection(pods.getFirst(), each.getKey().profile(), row)));
        }
        return new NodeVerdicts(nodeViews.report(row), verdicts, notEvaluated);
    }

    private Optional<ExplainedRejection> rejection(Pod pod, Profile profile, int row) {
        try {
            return explainer.evaluate(attempts.createDryRun(pod, profile), row);
        } catch (PluginFailure failure) {
            failures.report(failure, pod);
            return Optional.of(
                    new ExplainedRejection(
                            new Decision.RejectedNodes(
                                    "", "Error", List.of(PluginFailure.textOf(failure)), 1),
                            RejectionDetails.NONE));
        }
    }
}
