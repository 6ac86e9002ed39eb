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
final class AffinityScorer implements NodeScorer, Normalise {
    /// The worth of each domain of one topology.
    static final class Worth {
        private final Domains domains;
        private final long[] byDomain;

        Worth(Domains domains) {
            this.domains = domains;
            this.byDomain = new long[domains.limit()];
        }

        /// One number for each domain.
        long[] byDomain() {
            return byDomain;
        }

        long of(int row) {
            int domain = domains.of(row);
            return domain < 0 ? 0 : byDomain[domain];
        }
    }

    private final List<Worth> worths;

    AffinityScorer(List<Worth> worths) {
        this.worths = worths;
    }

    @Override
    public long score(NodeView node) {
        return score(node.row());
    }

    private long score(int row) {
        long score = 0;
        for (int i = 0; i < worths.size(); i++) {
            score += worths.get(i).of(row);
        }
        return score;
    }

    @Override
    public void scoreAll(Nodes nodes, NodeSet feasible, Scores out) {
        for (int i = 0; i < feasible.words(); i++) {
            for (long word = feasible.word(i); word != 0; word &= word - 1) {
                int row = (i << 6) + Long.numberOfTrailingZeros(word);
                out.set(row, score(row));
            }
        }
    }

    @Override
    public Normalise normalise() {
        return this;
    }

    @Override
    public void apply(NodeSet feasible, Scores scores) {
        long min = Long.MAX_VALUE;
        long max = Long.MIN_VALUE;
        for (int i = 0; i < feasible.words(); i++) {
            for (long word = feasible.word(i); word != 0; word &= word - 1) {
                long score = scores.get((i << 6) + Long.numberOfTrailingZeros(word));
                min = Math.min(min, score);
                max = Math.max(max, score);
            }
        }
        // Few values differ, so each is worked out once.
        long last = min;
        long lastResult = 0;
        for (int i = 0; i < feasible.words(); i++) {
            for (long word = feasible.word(i); word != 0; word &= word - 1) {
                int row = (i << 6) + Long.numberOfTrailingZeros(word);
                long score = scores.get(row);
                if (score != last) {
                    last = score;
                    // Parity: in this order, so that 29 of 100 gives 28.
                    lastResult =
                            (long) (MAX_SCORE * ((double) (score - min) / (double) (max - min)));
                }
                scores.set(row, lastResult);
            }
        }
    }
}
