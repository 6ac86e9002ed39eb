package dev.berth.engine.cycle;

import dev.berth.engine.state.ChangeLog;
import dev.berth.engine.state.NodeTable;
import dev.berth.model.Pod;
import dev.berth.spi.Depends;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeSet;
import dev.berth.spi.Normalise;
import dev.berth.spi.Scores;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/// Scores that need no normalising, summed per row for pods of one shape and kept up to date by the
/// log of changed rows.
///
/// Blocks of 64 rows carry their best total and how many rows share it, so that the best of all is
/// found without a sweep. Totals of rows that do not pass the filters are meaningless; a row is
/// scored when it comes to pass.
final class ShapeScores {
    private final NodeTable nodes;
    private final @Nullable NodeScorer[] kept;
    private final List<@Nullable List<Object>> parts;
    private final Scores scratch = new Scores(0);
    private long[] totals = {};
    private long[] blockBest = {};
    private int[] blockTies = {};
    private long seen;
    private long builtFor = -1;
    private boolean stale = true;

    ShapeScores(NodeTable nodes, int plugins) {
        this.nodes = nodes;
        this.kept = new NodeScorer[plugins];
        this.parts = new ArrayList<>(Collections.nCopies(plugins, null));
    }

    static boolean canKeep(NodeScorer scorer) {
        return scorer.dependsOn().cacheable() && scorer.normalise().equals(Normalise.NONE);
    }

    @Nullable NodeScorer keptScorer(int plugin, Pod pod) {
        NodeScorer known = kept[plugin];
        if (known == null) {
            return null;
        }
        Depends depends = known.dependsOn();
        return depends.stillValid() && PodParts.of(pod, depends).equals(parts.get(plugin))
                ? known
                : null;
    }

    boolean keeps(int plugin) {
        return kept[plugin] != null;
    }

    void keep(int plugin, NodeScorer scorer, Pod pod) {
        kept[plugin] = scorer;
        parts.set(plugin, PodParts.of(pod, scorer.dependsOn()));
        stale = true;
    }

    void drop(int plugin) {
        if (kept[plugin] != null) {
            kept[plugin] = null;
            stale = true;
        }
    }

    long total(int row) {
        return totals[row];
    }

    /// Brings the totals of all feasible rows up to date.
    void refresh(ShapeVerdicts verdicts, Scorers scorers) {
        ChangeLog changes = nodes.changes();
        long head = changes.head();
        if (stale
                || builtFor != verdicts.builds()
                || changes.lapped(seen)
                || head - seen > verdicts.feasibleCount()) {
            rebuild(verdicts.feasible(), scorers);
            builtFor = verdicts.builds();
        } else {
            growTo(nodes.rows());
            for (long at = seen; at < head; at++) {
                rescore(verdicts.feasible(), changes.row(at), scorers);
            }
        }
        seen = head;
    }

    private void rebuild(NodeSet feasible, Scorers scorers) {
        stale = true;
        int rows = Math.max(64, nodes.rows());
        totals = new long[rows];
        blockBest = new long[(rows + 63) >>> 6];
        blockTies = new int[blockBest.length];
        for (int i = 0; i < kept.length; i++) {
            NodeScorer scorer = kept[i];
            if (scorer != null) {
                scratch.reset(rows);
                scorers.sweep(i, scorer, nodes, feasible, scratch);
                for (int row = feasible.next(0); row >= 0; row = feasible.next(row + 1)) {
                    totals[row] += scorers.weighted(i, scratch.get(row));
                }
            }
        }
        for (int block = 0; block < blockBest.length; block++) {
            rate(feasible, block);
        }
        stale = false;
    }

    private void growTo(int rows) {
        if (rows > totals.length) {
            totals = Arrays.copyOf(totals, Math.max(rows, totals.length * 2));
            blockBest = Arrays.copyOf(blockBest, (totals.length + 63) >>> 6);
            blockTies = Arrays.copyOf(blockTies, blockBest.length);
        }
    }

    private void rescore(NodeSet feasible, int row, Scorers scorers) {
        if (feasible.contains(row)) {
            long total = 0;
            for (int i = 0; i < kept.length; i++) {
                NodeScorer scorer = kept[i];
                if (scorer != null) {
                    total += scorers.weighted(i, scorers.score(i, scorer, nodes.view(row)));
                }
            }
            totals[row] = total;
        }
        rate(feasible, row >>> 6);
    }

    private void rate(NodeSet feasible, int block) {
        long best = 0;
        int ties = 0;
        for (long word = feasible.word(block); word != 0; word &= word - 1) {
            long total = totals[(block << 6) + Long.numberOfTrailingZeros(word)];
            if (ties == 0 || total > best) {
                best = total;
                ties = 1;
            } else if (total == best) {
                ties++;
            }
        }
        blockBest[block] = best;
        blockTies[block] = ties;
    }

    int blocks() {
        return blockBest.length;
    }

    /// The best total among the feasible rows of a block; meaningless without ties.
    long best(int block) {
        return blockBest[block];
    }

    /// How many feasible rows of a block share its best total; 0 when none is feasible.
    int ties(int block) {
        return blockTies[block];
    }
}
