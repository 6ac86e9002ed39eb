package dev.berth.spi;

/// Ranks the nodes that passed every filter: `preScore` and `score` in the configuration.
public interface Score extends Plugin {
    /// Looks at the pod and the nodes in question once and returns the scorer.
    PreScoreResult scorerFor(PodCycle cycle, NodeSet feasible);

    /// Whether `preScore` is a point of this plugin at all; if so, a configuration may disable it
    /// and leave `score` on, and the other way round.
    default boolean hasPreScore() {
        return true;
    }

    /// The scorer where `preScore` is disabled; what it throws is an error of scoring.
    default PreScoreResult scorerWithoutPreScore(PodCycle cycle, NodeSet feasible) {
        return scorerFor(cycle, feasible);
    }
}
