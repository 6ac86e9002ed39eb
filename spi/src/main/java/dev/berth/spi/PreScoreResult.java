package dev.berth.spi;

/// The result of PreScore (kube-scheduler: the status of `PreScore`).
public sealed interface PreScoreResult {
    PreScoreResult SKIP = new Skip();

    /// The plugin does not score nodes for this pod (kube-scheduler: status `Skip`).
    ///
    /// @param depends as in [PreFilterResult.Skip]
    record Skip(DependsOn depends) implements PreScoreResult {
        public Skip() {
            this(DependsOn.ANYTHING);
        }
    }

    /// The scorer scores each feasible node.
    record Run(NodeScorer scorer) implements PreScoreResult {}

    /// Skips the plugin for this pod, and for all pods for which nothing of `depends` is different.
    static PreScoreResult skip(DependsOn depends) {
        return new Skip(depends);
    }

    static PreScoreResult of(NodeScorer scorer) {
        return new Run(scorer);
    }
}
