package dev.berth.engine.cycle;

import dev.berth.engine.extender.ExtenderCandidates;
import dev.berth.engine.view.Decision.NodeDetail;
import dev.berth.engine.view.Decision.RejectedNodes;
import dev.berth.engine.view.Decision.ScoreCard;

import java.util.List;
import java.util.Optional;

/// How the search for a node ended.
public sealed interface Choice {
    /// A node was found.
    record Found(
            int row,
            String node,
            int feasible,
            int ties,
            int pick,
            ScoreCard winner,
            Optional<ScoreCard> runnerUp,
            List<RejectedNodes> rejected,
            Optional<List<NodeDetail>> detail)
            implements Choice {}

    /// No node passes.
    record NoFit(DiagnosisReport diagnosis, Optional<List<NodeDetail>> detail) implements Choice {}

    /// Extenders must be called first.
    record CallExtenders(ExtenderCandidates shortlist) implements Choice {}

    /// The cluster has changed since the extenders responded: the search must begin again.
    record Outdated() implements Choice {}

    /// There are no nodes at all.
    record NoNodes() implements Choice {
        public static final String MESSAGE = "no nodes available to schedule pods";
    }

    /// A plugin or an extender failed, or the engine has a bug. The failure has been reported.
    ///
    /// @param message the text of the pod's event
    record Broken(String message) implements Choice {}
}
