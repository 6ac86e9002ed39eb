package dev.berth.engine.cycle;

import dev.berth.engine.state.ChangeLog;
import dev.berth.engine.state.NodeTable;
import dev.berth.model.Pod;
import dev.berth.spi.DependsOn;
import dev.berth.spi.MutableNodeSet;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NormalizeScore;
import dev.berth.spi.Scores;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/// Cached scores by row for pods of one shape, updated from the log of changed rows.
///
/// The cache holds the weighted sum of scores that need no normalization, and the raw scores that
/// are normalized in proportion to the highest. If all scores are of these kinds, and every row
/// that passes the cached filters is a candidate, the totals are cached too.
///
/// Only rows that pass the cached filters have scores; a row is scored when it begins to pass.
final class ScoreResultCache {
    private final NodeTable nodes;
    private final @Nullable CachedScorer[] cached;
    private final @Nullable RawScores[] raws;
    private final Scores scratch = new Scores(0);
    private final MutableNodeSet counted = new MutableNodeSet(64);
    private long[] local = {};
    private final BlockTotals totals = new BlockTotals();
    private long seen;
    private long builtFor = -1;
    private boolean stale = true;
    private boolean totalsStale = true;

    /// A cached scorer.
    ///
    /// @param parts the parts of the pod, besides its shape, that the scorer was created for
    record CachedScorer(
            NodeScorer scorer, NormalizeScore normalization, DependsOn depends, PodParts parts) {}

    ScoreResultCache(NodeTable nodes, int plugins) {
        this.nodes = nodes;
        this.cached = new CachedScorer[plugins];
        this.raws = new RawScores[plugins];
    }

    static boolean canKeep(NormalizeScore normalization, DependsOn depends) {
        return depends.cacheable()
                && (NormalizeScore.NONE.equals(normalization) || RawScores.canKeep(normalization));
    }

    /// The scorer cached for `plugin`, if it was created for the same parts of the pod. The caller
    /// checks that it is still valid.
    @Nullable CachedScorer cached(int plugin, Pod pod) {
        CachedScorer known = cached[plugin];
        return known != null && known.parts().same(pod) ? known : null;
    }

    boolean keeps(int plugin) {
        return cached[plugin] != null;
    }

    void cache(
            int plugin,
            NodeScorer scorer,
            NormalizeScore normalization,
            DependsOn depends,
            Pod pod) {
        cached[plugin] =
                new CachedScorer(scorer, normalization, depends, PodParts.of(pod, depends));
        raws[plugin] = RawScores.canKeep(normalization) ? new RawScores(normalization) : null;
        stale = true;
    }

    void drop(int plugin) {
        if (cached[plugin] != null) {
            cached[plugin] = null;
            raws[plugin] = null;
            stale = true;
        }
    }

    /// The raw scores of a cached scorer that are normalized; null if there are none.
    @Nullable RawScores raw(int plugin) {
        return raws[plugin];
    }

    /// Updates the scores of all rows that pass the cached filters.
    void refresh(FilterResultCache verdicts, Scorers scorers) {
        ChangeLog changes = nodes.changes();
        long head = changes.head();
        if (stale
                || builtFor != verdicts.builds()
                || changes.lapped(seen)
                || head - seen > verdicts.feasibleCount()) {
            rebuild(verdicts.feasible(), scorers);
            builtFor = verdicts.builds();
        } else if (head > seen) {
            growTo(nodes.rows());
            for (long at = seen; at < head; at++) {
                rescore(verdicts.feasible(), changes.row(at), scorers);
            }
        }
        seen = head;
    }

    private void rebuild(NodeSet feasible, Scorers scorers) {
        stale = true;
        totalsStale = true;
        local = new long[Math.max(64, nodes.rows())];
        growTo(local.length);
        for (int i = 0; i < cached.length; i++) {
            CachedScorer known = cached[i];
            if (known == null) {
                continue;
            }
            scratch.reset(local.length);
            scorers.sweep(i, known.scorer(), nodes, feasible, scratch);
            RawScores raw = raws[i];
            for (int row = feasible.next(0); row >= 0; row = feasible.next(row + 1)) {
                if (raw == null) {
                    local[row] += scorers.weighted(i, scratch.get(row));
                } else {
                    raw.set(row, scratch.get(row));
                }
            }
            if (raw != null) {
                raw.count(feasible);
            }
        }
        counted.setTo(feasible);
        stale = false;
    }

    private void growTo(int rows) {
        if (rows > local.length) {
            local = Arrays.copyOf(local, Math.max(rows, local.length * 2));
            totalsStale = true;
        }
        for (RawScores raw : raws) {
            if (raw != null) {
                raw.growTo(local.length);
            }
        }
    }

    private void rescore(NodeSet feasible, int row, Scorers scorers) {
        boolean was = counted.contains(row);
        boolean is = feasible.contains(row);
        counted.put(row, is);
        long sum = 0;
        for (int i = 0; i < cached.length; i++) {
            CachedScorer known = cached[i];
            if (known == null) {
                continue;
            }
            long score = is ? scorers.rescore(i, known.scorer(), nodes.view(row)) : 0;
            RawScores raw = raws[i];
            if (raw == null) {
                sum += is ? scorers.weighted(i, score) : 0;
            } else {
                move(raw, row, was, is, score);
            }
        }
        local[row] = sum;
        if (!totalsStale) {
            if (is) {
                totals.set(row, total(row, scorers));
            } else {
                totals.drop(row);
            }
            totals.rate(row >>> 6);
        }
    }

    private void move(RawScores raw, int row, boolean was, boolean is, long score) {
        long before = raw.get(row);
        if (was && is && before == score) {
            return;
        }
        long highest = raw.highest();
        boolean recount = was && raw.leave(before);
        raw.set(row, score);
        if (recount) {
            raw.count(counted);
        } else if (is) {
            raw.enter(score);
        }
        totalsStale |= raw.highest() != highest;
    }

    private long total(int row, Scorers scorers) {
        long total = local[row];
        for (int i = 0; i < raws.length; i++) {
            RawScores raw = raws[i];
            if (raw != null) {
                total += scorers.weighted(i, raw.normalized(raw.get(row), raw.highest()));
            }
        }
        return total;
    }

    /// Copies the sums of the scores that need no normalization.
    void copyLocal(long[] target, int rows) {
        System.arraycopy(local, 0, target, 0, Math.min(rows, local.length));
    }

    /// Updates the totals. They are valid only if every score is cached and every row that passes
    /// the cached filters is a candidate.
    void sumUp(Scorers scorers) {
        if (!totalsStale) {
            return;
        }
        totals.capacity(local.length);
        for (int row = counted.next(0); row >= 0; row = counted.next(row + 1)) {
            totals.set(row, total(row, scorers));
        }
        totals.retain(counted);
        totals.rateAll();
        totalsStale = false;
    }

    /// The totals after [#sumUp].
    BlockTotals totals() {
        return totals;
    }
}
