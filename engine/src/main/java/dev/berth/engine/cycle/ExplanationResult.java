package dev.berth.engine.cycle;

import dev.berth.engine.view.Decision.NodeDetail;
import dev.berth.engine.view.RejectionReport;

import java.util.List;
import java.util.Optional;

/// The explanation of every node for a pod.
public sealed interface ExplanationResult {
    /// At least one node passes.
    ///
    /// @param nominated the nominated node of the pod, if it passes
    /// @param rejections the facts behind the rejections of the other nodes
    record Fit(
            DiagnosisReport diagnosis,
            List<NodeDetail> nodes,
            Optional<String> nominated,
            RejectionReport rejections)
            implements ExplanationResult {}

    /// No node passes, or PreFilter rejects the pod; then there is no verdict by node.
    ///
    /// @param rejections the facts behind the rejections
    record Unfit(DiagnosisReport diagnosis, List<NodeDetail> nodes, RejectionReport rejections)
            implements ExplanationResult {}

    /// There are no nodes at all.
    record NoNodes() implements ExplanationResult {}

    /// A plugin or an extender failed, or the engine has a bug. The failure has been reported.
    record Broken(String message) implements ExplanationResult {}
}
