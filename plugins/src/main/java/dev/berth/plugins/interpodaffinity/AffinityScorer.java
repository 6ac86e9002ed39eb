package dev.berth.plugins.interpodaffinity;

import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nodes;
import dev.berth.spi.NormalizeScore;
import dev.berth.spi.Scores;

import java.util.List;

/// Scores the preferred terms: the sum of the weights of a node's domains.
final class AffinityScorer implements NodeScorer {
    private static final NormalizeScore NORMALIZE = NormalizeScore.byRange(AffinityScorer::inRange);

    private final List<DomainScores> worths;

    AffinityScorer(List<DomainScores> worths) {
        this.worths = worths;
    }

    @Override
    public long score(NodeView node) {
        long score = 0;
        for (DomainScores domainScore : worths) {
            score += domainScore.of(node.row());
        }
        return score;
    }

    @Override
    public void scoreAll(Nodes nodes, NodeSet feasible, Scores out) {
        // This loop visits all rows, because a check for feasible rows would be slower.
        long[] scores = out.array();
        int rows = nodes.rows();
        for (DomainScores domainScore : worths) {
            for (int row = 0; row < rows; row++) {
                scores[row] += domainScore.of(row);
            }
        }
    }

    @Override
    public NormalizeScore normalizeScore() {
        return NORMALIZE;
    }

    // Parity: NormalizeScore computes in floating point in this order, so that 29 of 100 results in
    // 28.
    private static long inRange(long score, long lowest, long highest) {
        return highest == lowest
                ? 0
                : (long) (MAX_SCORE * ((double) (score - lowest) / (double) (highest - lowest)));
    }
}
