package dev.berth.plugins.interpodaffinity;

import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nodes;
import dev.berth.spi.NormalizeScore;
import dev.berth.spi.Scores;

import java.util.List;

/// Preferred terms: what being in a domain is worth, added up over the topologies that count.
final class AffinityScorer implements NodeScorer {
    private static final NormalizeScore NORMALISE = NormalizeScore.byRange(AffinityScorer::inRange);

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
        // Over all rows, in question or not: that is faster than to ask.
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
        return NORMALISE;
    }

    // Parity: in this order, so that 29 of 100 gives 28.
    private static long inRange(long score, long lowest, long highest) {
        return highest == lowest
                ? 0
                : (long) (MAX_SCORE * ((double) (score - lowest) / (double) (highest - lowest)));
    }
}
