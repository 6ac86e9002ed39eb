package dev.berth.spi;

/// The result of PreScore (kube-scheduler: the status of `PreScore`).
public sealed interface PreScoreResult {
    PreScoreResult SKIP = new Skip();

    /// The plugin does not score nodes for this pod (kube-scheduler: status `Skip`).
    record Skip() implements PreScoreResult {}

    /// The scorer scores each feasible node.
    record Run(NodeScorer scorer) implements PreScoreResult {}

    static PreScoreResult of(NodeScorer scorer) {
        return new Run(scorer);
    }
}
