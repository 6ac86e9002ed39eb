package dev.berth.spi;

/// What a score plugin says before it looks at any node.
public sealed interface Scoring {
    Scoring SKIP = new Skip();

    /// Nothing to say about this pod.
    record Skip() implements Scoring {}

    /// Ask the scorer about each node.
    record Judge(NodeScorer scorer) implements Scoring {}

    static Scoring of(NodeScorer scorer) {
        return new Judge(scorer);
    }
}
