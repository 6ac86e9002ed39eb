package dev.berth.engine.view;

import dev.berth.engine.view.Decision.NodeDetail;
import dev.berth.engine.view.Decision.RejectedNodes;
import dev.berth.model.json.Json;
import dev.berth.spi.Preemption;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/// The node on which a pod would be placed, and why.
///
/// @param pod the pod's `namespace/name`
/// @param best the nodes with the highest total, in order; or only the nominated node
/// @param nominated whether the pod is nominated to the chosen node, so that scores do not matter
/// @param nodes every node with its rejection or its scores
/// @param preFilter the rejection of the pod as a whole by PreFilter; its number of nodes is 0
/// @param rejections the facts behind the rejections
/// @param allNodes the number of nodes in the cluster
/// @param message the text of the `FailedScheduling` event
/// @param postFilterMessage the message of the PostFilter plugins, if they ran
/// @param offers what Reserve plugins would reserve for the pod, by plugin
/// @param claims the devices that each claim of the pod would get, in the form of the decision
///   record
/// @param preemption the preemption that would be decided, if any
public record DryRunResult(
        String pod,
        String profile,
        Outcome outcome,
        List<String> best,
        boolean nominated,
        SortedMap<String, NodeDetail> nodes,
        Optional<RejectedNodes> preFilter,
        RejectionReport rejections,
        int allNodes,
        List<String> unschedulablePlugins,
        List<String> pendingPlugins,
        String message,
        Optional<String> postFilterMessage,
        Optional<Preemption> preemption,
        SortedMap<String, List<String>> offers,
        SortedMap<String, Json.Obj> claims) {
    public DryRunResult {
        best = List.copyOf(best);
        nodes = ImmutableCopies.of(nodes);
        unschedulablePlugins = List.copyOf(unschedulablePlugins);
        pendingPlugins = List.copyOf(pendingPlugins);
        offers = ImmutableCopies.of(offers);
        claims = ImmutableCopies.of(claims);
    }

    /// The outcome.
    public enum Outcome {
        SCHEDULED,
        UNSCHEDULABLE,
        /// A PreEnqueue plugin gates the pod.
        GATED,
        /// The pod belongs to another scheduler, or it is being deleted.
        SKIPPED,
        ERROR
    }

    /// How many nodes were evaluated, or rejected together with the pod.
    public int evaluatedNodes() {
        return preFilter.isPresent() ? allNodes : nodes.size();
    }

    /// The chosen node: the first of the best.
    public Optional<String> node() {
        return best.isEmpty() ? Optional.empty() : Optional.of(best.getFirst());
    }
}
