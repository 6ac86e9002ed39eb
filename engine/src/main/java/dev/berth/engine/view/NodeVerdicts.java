package dev.berth.engine.view;

import java.util.List;
import java.util.Optional;

/// A node, and what its filters say to pending pods. Pods that ask for the same are evaluated once.
///
/// @param notEvaluated pods left out because there are too many different ones
public record NodeVerdicts(NodeReport node, List<Verdict> verdicts, int notEvaluated) {
    /// @param rejection empty if the pods fit on the node
    public record Verdict(List<String> pods, Optional<Decision.RejectedNodes> rejection) {}
}
