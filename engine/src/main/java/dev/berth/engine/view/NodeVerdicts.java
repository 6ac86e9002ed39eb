package dev.berth.engine.view;

import java.util.List;
import java.util.Optional;

/// What pending pods would hear from one node now. Pods that ask for the same are judged once.
///
/// @param unjudged pods left out because there were too many kinds of them
public record NodeVerdicts(List<Verdict> verdicts, int unjudged) {
    /// @param rejection empty if the node would take them
    public record Verdict(List<String> pods, Optional<Decision.RejectedNodes> rejection) {}
}
