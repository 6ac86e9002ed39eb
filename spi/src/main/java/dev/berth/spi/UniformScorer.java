package dev.berth.spi;

/// Gives all nodes the same score. Such a score appears in records but does not influence the
/// ranking of nodes, so the engine does not compute it for each node.
///
/// @param score the score of each node, which is not normalized
public record UniformScorer(long score) implements NodeScorer {
    static final UniformScorer ZERO = new UniformScorer(0);

    @Override
    public long score(NodeView node) {
        return score;
    }
}
