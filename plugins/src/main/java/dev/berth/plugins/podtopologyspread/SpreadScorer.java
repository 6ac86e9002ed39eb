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

import java.util.Arrays;
import java.util.List;

/// Prefers domains that have few pods of the same kind.
final class SpreadScorer implements NodeScorer, Normalise {
    /// Results are looked up where the raw scores differ by less than this.
    private static final int TABLE = 1024;

    /// What one constraint adds to the scores of rows that carry its label.
    interface Part {
        double of(int row);

        /// Adds to `scores` what each of the rows gets.
        void addTo(double[] scores, NodeSet rows);
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
            scores[domain] = count * weight + (maxSkew - 1);
        }

        @Override
        public double of(int row) {
            int domain = domains.of(row);
            return domain < 0 ? 0 : scores[domain];
        }

        @Override
        public void addTo(double[] sums, NodeSet rows) {
            for (int i = 0; i < rows.words(); i++) {
                long word = rows.word(i) & domains.labelled().word(i);
                for (; word != 0; word &= word - 1) {
                    int row = (i << 6) + Long.numberOfTrailingZeros(word);
                    sums[row] += scores[domains.of(row)];
                }
            }
        }
    }

    /// By the pods on the row itself: hosts are not added up.
    record ByHost(Domains domains, SelectorGroup group, int maxSkew, double weight)
            implements Part {
        @Override
        public double of(int row) {
            return domains.of(row) < 0 ? 0 : here(row);
        }

        private double here(int row) {
            int count = group.count(row) - group.terminating(row);
            return count * weight + (maxSkew - 1);
        }

        @Override
        public void addTo(double[] sums, NodeSet rows) {
            for (int i = 0; i < rows.words(); i++) {
                long word = rows.word(i) & domains.labelled().word(i);
                for (; word != 0; word &= word - 1) {
                    int row = (i << 6) + Long.numberOfTrailingZeros(word);
                    sums[row] += here(row);
                }
            }
        }
    }

    /// Room for one number per row, used again in every cycle.
    static final class Buffer {
        private double[] numbers = {};

        private double[] cleared(int rows) {
            if (numbers.length < rows) {
                numbers = new double[Math.max(rows, numbers.length * 2)];
            } else {
                Arrays.fill(numbers, 0);
            }
            return numbers;
        }
    }

    private final List<Part> parts;
    private final NodeSet ignored;
    private final Buffer buffer;

    /// @param ignored rows that lack a label; they score 0
    SpreadScorer(List<Part> parts, NodeSet ignored, Buffer buffer) {
        this.parts = parts;
        this.ignored = ignored;
        this.buffer = buffer;
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
        for (Part part : parts) {
            score += part.of(row);
        }
        return rounded(score);
    }

    // Half away from zero, and exact: no sum lies between 0 and 0.5, where adding would mislead.
    private static long rounded(double score) {
        return (long) (score + 0.5);
    }

    @Override
    public void scoreAll(Nodes nodes, NodeSet feasible, Scores out) {
        double[] sums = buffer.cleared(nodes.rows());
        for (Part part : parts) {
            part.addTo(sums, feasible);
        }
        for (int i = 0; i < feasible.words(); i++) {
            for (long word = feasible.word(i) & ~ignored.word(i); word != 0; word &= word - 1) {
                int row = (i << 6) + Long.numberOfTrailingZeros(word);
                out.set(row, rounded(sums[row]));
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
        // A division takes longer than all the rest, and few values differ.
        long[] results = new long[(int) Math.max(0, Math.min(TABLE, max - min + 1))];
        for (int i = 0; i < results.length; i++) {
            results[i] = result(min + i, min, max);
        }
        for (int i = 0; i < feasible.words(); i++) {
            for (long word = feasible.word(i); word != 0; word &= word - 1) {
                int row = (i << 6) + Long.numberOfTrailingZeros(word);
                if (ignored.contains(row)) {
                    scores.set(row, 0);
                } else {
                    long score = scores.get(row);
                    long above = score - min;
                    scores.set(
                            row,
                            above < results.length
                                    ? results[(int) above]
                                    : result(score, min, max));
                }
            }
        }
    }

    private static long result(long score, long min, long max) {
        return max == 0 ? MAX_SCORE : MAX_SCORE * (max + min - score) / max;
    }
}
