package dev.berth.engine.cycle;

import dev.berth.engine.view.Decision.NodeDetail;

import java.util.List;
import java.util.Optional;

/// What every node is to a pod.
public sealed interface ExplanationResult {
    /// At least one node passes.
    ///
    /// @param nominated the nominated node of the pod, if it passes
    record Fit(DiagnosisReport diagnosis, List<NodeDetail> nodes, Optional<String> nominated)
            implements ExplanationResult {}

    /// No node passes, or the pod as a whole is refused; then no node has a verdict.
    record Unfit(DiagnosisReport diagnosis, List<NodeDetail> nodes) implements ExplanationResult {}

    /// There are no nodes at all.
    record NoNodes() implements ExplanationResult {}

    /// A plugin or an extender failed, or the engine has a bug.
    record Broken(String message, Throwable cause) implements ExplanationResult {}
}
