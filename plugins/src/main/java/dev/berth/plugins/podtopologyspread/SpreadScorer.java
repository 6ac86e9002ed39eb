package dev.berth.plugins.podtopologyspread;

import dev.berth.spi.DomainCounts;
import dev.berth.spi.Domains;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nodes;
import dev.berth.spi.NormalizeScore;
import dev.berth.spi.Scores;
import dev.berth.spi.SelectorGroup;

import java.util.List;

/// Prefers domains with few matching pods.
final class SpreadScorer implements NodeScorer {
    /// The score of one constraint for a row; 0 if the node does not have the label.
    interface Part {
        double of(int row);
    }

    /// A score by the pods in the row's domain.
    static final class ByDomain implements Part {
        private final Domains domains;
        private final double[] scores;

        ByDomain(DomainCounts counts, int maxSkew, double weight) {
            this.domains = counts.domains();
            this.scores = new double[domains.limit()];
            for (int domain = 0; domain < scores.length; domain++) {
                set(domain, counts.count(domain), maxSkew, weight);
            }
        }

        void set(int domain, int count, int maxSkew, double weight) {
            scores[domain] = score(count, maxSkew, weight);
        }

        @Override
        public double of(int row) {
            int domain = domains.of(row);
            return domain < 0 ? 0 : scores[domain];
        }
    }

    /// A score by the pods on the row, because hosts are not summed.
    record ByHost(Domains domains, SelectorGroup group, int maxSkew, double weight)
            implements Part {
        @Override
        public double of(int row) {
            return domains.of(row) < 0
                    ? 0
                    : score(group.count(row) - group.terminating(row), maxSkew, weight);
        }
    }

    private static double score(int count, int maxSkew, double weight) {
        return count * weight + (maxSkew - 1);
    }

    private final List<Part> parts;
    private final NodeSet ignored;

    /// @param ignored the rows without one of the labels, which score 0
    SpreadScorer(List<Part> parts, NodeSet ignored) {
        this.parts = parts;
        this.ignored = ignored;
    }

    @Override
    public long score(NodeView node) {
        if (ignored.contains(node.row())) {
            return 0;
        }
        double score = 0;
        for (Part part : parts) {
            score += part.of(node.row());
        }
        return rounded(score);
    }

    // Rounds half up, which is exact because no sum is between 0 and 0.5.
    private static long rounded(double score) {
        return (long) (score + 0.5);
    }

    @Override
    public void scoreAll(Nodes nodes, NodeSet feasible, Scores out) {
        // This loop visits all rows, because a check for feasible rows would be slower. The common
        // numbers of constraints have loops of their own without an inner loop.
        long[] scores = out.array();
        int rows = nodes.rows();
        switch (parts.size()) {
            case 1 -> {
                Part only = parts.getFirst();
                for (int row = 0; row < rows; row++) {
                    scores[row] = rounded(only.of(row));
                }
            }
            case 2 -> {
                Part first = parts.getFirst();
                Part second = parts.getLast();
                for (int row = 0; row < rows; row++) {
                    scores[row] = rounded(first.of(row) + second.of(row));
                }
            }
            default -> NodeScorer.super.scoreAll(nodes, feasible, out);
        }
        for (int row = ignored.next(0); row >= 0; row = ignored.next(row + 1)) {
            scores[row] = 0;
        }
    }

    @Override
    public NormalizeScore normalizeScore() {
        return NormalizeScore.byRange(SpreadScorer::inRange, ignored);
    }

    private static long inRange(long score, long lowest, long highest) {
        return highest == 0 ? MAX_SCORE : MAX_SCORE * (highest + lowest - score) / highest;
    }
}
