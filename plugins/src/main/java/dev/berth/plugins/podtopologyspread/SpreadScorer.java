package dev.berth.plugins.podtopologyspread;

import dev.berth.spi.DomainCounts;
import dev.berth.spi.Domains;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nodes;
import dev.berth.spi.Normalise;
import dev.berth.spi.Scores;
import dev.berth.spi.SelectorGroup;

import java.util.List;

/// Prefers domains that have few pods of the same kind.
final class SpreadScorer implements NodeScorer, Normalise {
    /// What one constraint adds to the score of a row.
    interface Part {
        Domains domains();

        double of(int row);
    }

    /// By the pods in the row's domain.
    static final class ByDomain implements Part {
        private final Domains domains;
        private final double[] scores;

        ByDomain(DomainCounts counts, int maxSkew, double weight) {
            this.domains = counts.domains();
            this.scores = new double[domains.limit()];
            for (int domain = 0; domain < scores.length; domain++) {
                scores[domain] = counts.count(domain) * weight + (maxSkew - 1);
            }
        }

        /// Adds to one domain's count what else counts there.
        void set(int domain, int count, int maxSkew, double weight) {
            scores[domain] = count * weight + (maxSkew - 1);
        }

        @Override
        public Domains domains() {
            return domains;
        }

        @Override
        public double of(int row) {
            return scores[domains.of(row)];
        }
    }

    /// By the pods on the row itself: hosts are not added up.
    record ByHost(Domains domains, SelectorGroup group, int maxSkew, double weight)
            implements Part {
        @Override
        public double of(int row) {
            int count = group.count(row) - group.terminating(row);
            return count * weight + (maxSkew - 1);
        }
    }

    private final List<Part> parts;
    private final NodeSet ignored;

    /// @param ignored rows that lack a label; they score 0
    SpreadScorer(List<Part> parts, NodeSet ignored) {
        this.parts = parts;
        this.ignored = ignored;
    }

    @Override
    public long score(NodeView node) {
        return score(node.row());
    }

    private long score(int row) {
        if (ignored.contains(row)) {
            return 0;
        }
        double score = 0;
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            if (part.domains().of(row) >= 0) {
                score += part.of(row);
            }
        }
        return Math.round(score);
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
        long max = 0;
        for (int i = 0; i < feasible.words(); i++) {
            for (long word = feasible.word(i) & ~ignored.word(i); word != 0; word &= word - 1) {
                long score = scores.get((i << 6) + Long.numberOfTrailingZeros(word));
                min = Math.min(min, score);
                max = Math.max(max, score);
            }
        }
        // Few values differ, so each is worked out once.
        long last = -1;
        long lastResult = 0;
        for (int i = 0; i < feasible.words(); i++) {
            for (long word = feasible.word(i); word != 0; word &= word - 1) {
                int row = (i << 6) + Long.numberOfTrailingZeros(word);
                long score = scores.get(row);
                if (ignored.contains(row)) {
                    scores.set(row, 0);
                } else if (max == 0) {
                    scores.set(row, MAX_SCORE);
                } else {
                    if (score != last) {
                        last = score;
                        lastResult = MAX_SCORE * (max + min - score) / max;
                    }
                    scores.set(row, lastResult);
                }
            }
        }
    }
}
