package dev.berth.engine.view;

import dev.berth.engine.view.Decision.NodeDetail;
import dev.berth.engine.view.Decision.RejectedNodes;
import dev.berth.spi.Preemption;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/// Where a pod would go, and why.
///
/// @param pod its namespace and name
/// @param best the nodes with the highest total, in order; the nominated node stands alone
/// @param nominated whether the pod is nominated to the chosen node, so that scores do not matter
/// @param nodes every node with its rejection or its scores
/// @param preFilter who refused the pod as a whole
/// @param message the text of the event that would tell users of the failure
/// @param postFilterMessage what the post filters said, if they ran
/// @param offers what the pod gets on its node besides room, by plugin
/// @param preemption who would be evicted to make room, if that helps
public record DryRunResult(
        String pod,
        String profile,
        Outcome outcome,
        List<String> best,
        boolean nominated,
        SortedMap<String, NodeDetail> nodes,
        Optional<RejectedNodes> preFilter,
        List<String> unschedulablePlugins,
        List<String> pendingPlugins,
        String message,
        Optional<String> postFilterMessage,
        Optional<Preemption> preemption,
        SortedMap<String, List<String>> offers) {
    /// How it would end.
    public enum Outcome {
        SCHEDULED,
        UNSCHEDULABLE,
        /// A plugin keeps the pod from being tried at all.
        GATED,
        /// The pod is not ours, or it is being deleted.
        SKIPPED,
        ERROR
    }

    /// The chosen node: the first of the best.
    public Optional<String> node() {
        return best.isEmpty() ? Optional.empty() : Optional.of(best.getFirst());
    }
}
