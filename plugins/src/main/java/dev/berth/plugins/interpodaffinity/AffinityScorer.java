package dev.berth.plugins.interpodaffinity;

import dev.berth.spi.Domains;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nodes;
import dev.berth.spi.Normalise;
import dev.berth.spi.Scores;

import java.util.List;

/// Preferred terms: what being in a domain is worth, added up over the topologies that count.
final class AffinityScorer implements NodeScorer {
    private static final Normalise NORMALISE = Normalise.byRange(AffinityScorer::inRange);

    private final List<Worth> worths;

    AffinityScorer(List<Worth> worths) {
        this.worths = worths;
    }

    @Override
    public long score(NodeView node) {
        long score = 0;
        for (Worth worth : worths) {
            score += worth.of(node.row());
        }
        return score;
    }

    @Override
    public void scoreAll(Nodes nodes, NodeSet feasible, Scores out) {
        for (Worth worth : worths) {
            Domains domains = worth.domains();
            long[] byDomain = worth.byDomain();
            for (int i = 0; i < feasible.words(); i++) {
                long rows = feasible.word(i) & domains.labelled().word(i);
                for (; rows != 0; rows &= rows - 1) {
                    int row = (i << 6) + Long.numberOfTrailingZeros(rows);
                    out.set(row, out.get(row) + byDomain[domains.of(row)]);
                }
            }
        }
    }

    @Override
    public Normalise normalise() {
        return NORMALISE;
    }

    // Parity: in this order, so that 29 of 100 gives 28.
    private static long inRange(long score, long lowest, long highest) {
        return highest == lowest
                ? 0
                : (long) (MAX_SCORE * ((double) (score - lowest) / (double) (highest - lowest)));
    }
}
