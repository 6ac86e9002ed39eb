package dev.berth.plugins.legacy;

import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nodes;
import dev.berth.spi.NormalizeScore;
import dev.berth.spi.Scores;
import dev.berth.spi.SelectorGroup;

/// Prefers nodes and, with twice the weight, zones with few of the counted pods.
record ZoneSpread(SelectorGroup group, Nodes nodes, ZoneIndex zones) implements NodeScorer {
    private static final double OF_ZONE = 2.0 / 3.0;

    @Override
    public long score(NodeView node) {
        return (long) group.count(node.row()) - group.terminating(node.row());
    }

    @Override
    public NormalizeScore normalizeScore() {
        return this::spread;
    }

    private void spread(NodeSet feasible, Scores scores) {
        int[] zoneOf = new int[nodes.rows()];
        long max = 0;
        for (int row = feasible.next(0); row >= 0; row = feasible.next(row + 1)) {
            zoneOf[row] = zones.of(nodes.view(row));
            max = Math.max(max, scores.get(row));
        }
        long[] inZone = new long[zones.limit()];
        long maxInZone = 0;
        for (int row = feasible.next(0); row >= 0; row = feasible.next(row + 1)) {
            if (zoneOf[row] != ZoneIndex.NONE) {
                inZone[zoneOf[row]] += scores.get(row);
                maxInZone = Math.max(maxInZone, inZone[zoneOf[row]]);
            }
        }
        for (int row = feasible.next(0); row >= 0; row = feasible.next(row + 1)) {
            double score = emptiness(scores.get(row), max);
            if (zoneOf[row] != ZoneIndex.NONE) {
                score =
                        score * (1.0 - OF_ZONE)
                                + OF_ZONE * emptiness(inZone[zoneOf[row]], maxInZone);
            }
            scores.set(row, (long) score);
        }
    }

    private static double emptiness(long count, long max) {
        return max == 0 ? MAX_SCORE : MAX_SCORE * ((double) (max - count) / (double) max);
    }
}
