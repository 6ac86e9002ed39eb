package dev.berth.spi;

import java.util.function.ToLongFunction;

/// Scores the feasible nodes for one pod (kube-scheduler: `Score`). Scores are 0 (worst) to 100
/// (best) after normalization.
///
/// All methods are called on the scheduling thread and must not block. An exception fails the
/// attempt.
@FunctionalInterface
public interface NodeScorer {
    /// A scorer that gives all nodes the score 0.
    static NodeScorer zero() {
        return UniformScorer.ZERO;
    }

    /// A scorer that gives all nodes the same score.
    static NodeScorer uniform(long score) {
        return score == 0 ? UniformScorer.ZERO : new UniformScorer(score);
    }

    /// The highest normalized score (kube-scheduler: `MaxNodeScore`).
    long MAX_SCORE = 100;

    /// The raw score of one node.
    long score(NodeView node);

    /// Scores all feasible nodes; must give the same results as [#score]. The scores in `out` are 0
    /// at first. The engine ignores scores of rows that are not in `feasible`.
    default void scoreAll(Nodes nodes, NodeSet feasible, Scores out) {
        for (int row = feasible.next(0); row >= 0; row = feasible.next(row + 1)) {
            out.set(row, score(nodes.view(row)));
        }
    }

    /// How the engine scales the raw scores to 0..100.
    default NormalizeScore normalizeScore() {
        return NormalizeScore.NONE;
    }

    /// What the raw scores depend on. The engine can cache the raw scores of a scorer that declares
    /// anything other than [DependsOn#ANYTHING].
    default DependsOn dependsOn() {
        return DependsOn.ANYTHING;
    }

    /// A scorer that gives 100 to the node with the highest value and scores the others in
    /// proportion.
    static NodeScorer highestIsBest(ToLongFunction<NodeView> value) {
        return normalized(value, NormalizeScore.HIGHEST_IS_BEST);
    }

    /// A scorer that gives 0 to the node with the highest value, 100 to a value of 0, and scores
    /// the others in proportion.
    static NodeScorer lowestIsBest(ToLongFunction<NodeView> value) {
        return normalized(value, NormalizeScore.LOWEST_IS_BEST);
    }

    private static NodeScorer normalized(
            ToLongFunction<NodeView> value, NormalizeScore normalizer) {
        return new NodeScorer() {
            @Override
            public long score(NodeView node) {
                return value.applyAsLong(node);
            }

            @Override
            public NormalizeScore normalizeScore() {
                return normalizer;
            }
        };
    }
}
