package dev.berth.spi;

/// Scores the feasible nodes (kube-scheduler: `PreScorePlugin` and `ScorePlugin`; `preScore` and
/// `score` in the configuration).
///
/// All methods are called on the scheduling thread and must not block.
public interface Score extends Plugin {
    /// Reads the pod and the feasible nodes once per cycle and returns the scorer (kube-scheduler:
    /// `PreScore`). An exception fails the attempt.
    PreScoreResult scorerFor(PodCycle cycle, NodeSet feasible);

    /// Whether this plugin implements PreScore. If it does, the configuration can disable
    /// `preScore` and leave `score` enabled, and the other way round.
    default boolean hasPreScore() {
        return true;
    }

    /// Returns the scorer if `preScore` is disabled. An exception fails the attempt at Score.
    default PreScoreResult scorerWithoutPreScore(PodCycle cycle, NodeSet feasible) {
        return scorerFor(cycle, feasible);
    }
}
