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

/// Prefers domains that have few pods of the same kind.
final class SpreadScorer implements NodeScorer {
    /// What one constraint adds to the score of a row: 0 where the label is missing.
    interface Part {
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

    /// By the pods on the row itself: hosts are not added up.
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

    /// @param ignored rows that lack a label; they score 0
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

    // Half away from zero, and exact: no sum lies between 0 and 0.5, where adding would mislead.
    private static long rounded(double score) {
        return (long) (score + 0.5);
    }

    @Override
    public void scoreAll(Nodes nodes, NodeSet feasible, Scores out) {
        // Over all rows, in question or not: that is faster than to ask. The usual numbers of
        // constraints have loops of their own, without a loop inside.
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
