package dev.berth.spi;

/// What a score plugin says before it looks at any node.
public sealed interface PreScoreResult {
    PreScoreResult SKIP = new Skip();

    /// Nothing to say about this pod.
    record Skip() implements PreScoreResult {}

    /// Ask the scorer about each node.
    record Run(NodeScorer scorer) implements PreScoreResult {}

    static PreScoreResult of(NodeScorer scorer) {
        return new Run(scorer);
    }
}
