package dev.berth.spi;

import java.util.function.ToLongFunction;

/// Scores nodes for one pod: after normalising, 0 (worst) to 100 (best).
@FunctionalInterface
public interface NodeScorer {
    long MAX_SCORE = 100;

    long score(NodeView node);

    /// Scores all feasible nodes at once; must give what [#score] gives. `out` starts at 0; what is
    /// set for other rows does not count.
    default void scoreAll(Nodes nodes, NodeSet feasible, Scores out) {
        for (int row = feasible.next(0); row >= 0; row = feasible.next(row + 1)) {
            out.set(row, score(nodes.view(row)));
        }
    }

    /// How raw scores are brought to 0..100.
    default NormalizeScore normalizeScore() {
        return NormalizeScore.NONE;
    }

    default DependsOn dependsOn() {
        return DependsOn.ANYTHING;
    }

    /// The node with the highest value gets 100, the others in proportion.
    static NodeScorer highestIsBest(ToLongFunction<NodeView> value) {
        return normalised(value, NormalizeScore.HIGHEST_IS_BEST);
    }

    /// The node with the highest value gets 0, a value of 0 gets 100, the others in proportion.
    static NodeScorer lowestIsBest(ToLongFunction<NodeView> value) {
        return normalised(value, NormalizeScore.LOWEST_IS_BEST);
    }

    private static NodeScorer normalised(ToLongFunction<NodeView> value, NormalizeScore normalise) {
        return new NodeScorer() {
            @Override
            public long score(NodeView node) {
                return value.applyAsLong(node);
            }

            @Override
            public NormalizeScore normalizeScore() {
                return normalise;
            }
        };
    }
}
