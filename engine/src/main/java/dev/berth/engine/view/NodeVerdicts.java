package dev.berth.engine.view;

import java.util.List;
import java.util.Optional;

/// A node, and the verdicts of its filters on pending pods. Pods with equal requirements are
/// evaluated once.
///
/// @param notEvaluated pods that were not evaluated, because there are too many different ones
public record NodeVerdicts(NodeReport node, List<Verdict> verdicts, int notEvaluated) {
    public NodeVerdicts {
        verdicts = List.copyOf(verdicts);
    }

    /// @param rejection empty if the pods fit on the node
    public record Verdict(List<String> pods, Optional<ExplainedRejection> rejection) {
        public Verdict {
            pods = List.copyOf(pods);
        }
    }
}
