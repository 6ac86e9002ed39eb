package dev.berth.engine.cycle;

import dev.berth.engine.profile.PluginTimes;
import dev.berth.engine.profile.Weighted;
import dev.berth.engine.state.NodeTable;
import dev.berth.engine.view.Decision.PluginScore;
import dev.berth.engine.view.Decision.ScoreCard;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeSet;
import dev.berth.spi.Scores;
import dev.berth.spi.Scoring;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// Ranks feasible rows and picks the best, one of them by lot when several share the best total.
final class Ranking {
    private final NodeTable nodes;
    private final List<Weighted> plugins;
    private final Scorers scorers;
    private final PluginTimes times;
    private final RandomGenerator random;
    private final @Nullable NodeScorer[] chosen;
    private final Scores[] raw;
    private final Scores[] normalised;
    private long[] totals = {};

    /// Whether what is kept covers the rows in question; otherwise even kept scorers are asked
    /// anew, and only about rows that passed every filter.
    private boolean keptCount;

    int winner;
    int runnerUp;
    int ties;
    int draw;

    Ranking(NodeTable nodes, List<Weighted> plugins, PluginTimes times, RandomGenerator random) {
        this.nodes = nodes;
        this.plugins = plugins;
        this.scorers = new Scorers(plugins, times);
        this.times = times;
        this.random = random;
        this.chosen = new NodeScorer[plugins.size()];
        this.raw = new Scores[plugins.size()];
        this.normalised = new Scores[plugins.size()];
        for (int i = 0; i < raw.length; i++) {
            raw[i] = new Scores(0);
            normalised[i] = new Scores(0);
        }
    }

    /// Ranks `feasible`, which is `whole` when no row that passes the kept filters is missing from
    /// it.
    void rank(Attempt attempt, ShapeState shape, NodeSet feasible, boolean whole) {
        boolean sweep = !whole;
        for (int i = 0; i < chosen.length; i++) {
            NodeScorer scorer = shape.scores.keptScorer(i, attempt.pod());
            if (scorer == null) {
                scorer = scorerFor(i, attempt, feasible);
                if (scorer != null && ShapeScores.canKeep(scorer)) {
                    shape.scores.keep(i, scorer, attempt.pod());
                } else {
                    shape.scores.drop(i);
                }
            }
            chosen[i] = scorer;
            sweep |= scorer != null && !shape.scores.keeps(i);
        }
        keptCount = whole;
        if (whole) {
            shape.scores.refresh(shape.verdicts, scorers);
        }
        if (sweep) {
            addUp(shape, feasible);
            pickByTotals(feasible);
        } else {
            pickByBlocks(shape, feasible);
        }
    }

    private @Nullable NodeScorer scorerFor(int plugin, Attempt attempt, NodeSet feasible) {
        Weighted weighted = plugins.get(plugin);
        times.mark(weighted.name());
        try {
            return weighted.plugin().scorerFor(attempt, feasible)
                            instanceof Scoring.Judge(NodeScorer scorer)
                    ? scorer
                    : null;
        } catch (RuntimeException | LinkageError problem) {
            throw new PluginFailure(
                    "running PreScore plugin \"%s\": ".formatted(weighted.name()), problem);
        } finally {
            times.unmark();
        }
    }

    private void addUp(ShapeState shape, NodeSet feasible) {
        int rows = nodes.rows();
        if (totals.length < rows) {
            totals = new long[Math.max(rows, totals.length * 2)];
        }
        for (int row = feasible.next(0); row >= 0; row = feasible.next(row + 1)) {
            totals[row] = keptCount ? shape.scores.total(row) : 0;
        }
        for (int i = 0; i < chosen.length; i++) {
            NodeScorer scorer = chosen[i];
            if (scorer == null || keptCount && shape.scores.keeps(i)) {
                continue;
            }
            raw[i].reset(rows);
            normalised[i].reset(rows);
            scorers.sweep(i, scorer, nodes, feasible, raw[i]);
            for (int row = feasible.next(0); row >= 0; row = feasible.next(row + 1)) {
                normalised[i].set(row, raw[i].get(row));
            }
            scorers.normalise(i, scorer, feasible, normalised[i]);
            for (int row = feasible.next(0); row >= 0; row = feasible.next(row + 1)) {
                totals[row] += scorers.weighted(i, normalised[i].get(row));
            }
        }
    }

    private void pickByTotals(NodeSet feasible) {
        long best = 0;
        ties = 0;
        for (int row = feasible.next(0); row >= 0; row = feasible.next(row + 1)) {
            if (ties == 0 || totals[row] > best) {
                best = totals[row];
                ties = 1;
            } else if (totals[row] == best) {
                ties++;
            }
        }
        draw = ties > 1 ? random.nextInt(ties) : 0;
        winner = -1;
        int met = 0;
        for (int row = feasible.next(0); row >= 0 && winner < 0; row = feasible.next(row + 1)) {
            if (totals[row] == best && met++ == draw) {
                winner = row;
            }
        }
        runnerUp = -1;
        for (int row = feasible.next(0); row >= 0; row = feasible.next(row + 1)) {
            if (row != winner && (runnerUp < 0 || totals[row] > totals[runnerUp])) {
                runnerUp = row;
            }
        }
    }

    private void pickByBlocks(ShapeState shape, NodeSet feasible) {
        ShapeScores scores = shape.scores;
        long best = 0;
        ties = 0;
        for (int block = 0; block < scores.blocks(); block++) {
            int inBlock = scores.ties(block);
            if (inBlock > 0) {
                long total = scores.best(block);
                if (ties == 0 || total > best) {
                    best = total;
                    ties = inBlock;
                } else if (total == best) {
                    ties += inBlock;
                }
            }
        }
        draw = ties > 1 ? random.nextInt(ties) : 0;
        int met = 0;
        int block = 0;
        while (scores.ties(block) == 0
                || scores.best(block) != best
                || met + scores.ties(block) <= draw) {
            if (scores.ties(block) > 0 && scores.best(block) == best) {
                met += scores.ties(block);
            }
            block++;
        }
        winner = -1;
        for (int row = feasible.next(block << 6); winner < 0; row = feasible.next(row + 1)) {
            if (scores.total(row) == best && met++ == draw) {
                winner = row;
            }
        }
        runnerUp = secondBest(scores, feasible);
    }

    /// The best row but the winner: it stands in the winner's block, or leads the best of the
    /// others.
    private int secondBest(ShapeScores scores, NodeSet feasible) {
        int home = winner >>> 6;
        int leading = -1;
        for (int block = 0; block < scores.blocks(); block++) {
            if (block != home
                    && scores.ties(block) > 0
                    && (leading < 0 || scores.best(block) > scores.best(leading))) {
                leading = block;
            }
        }
        int second = -1;
        for (int row = feasible.next(home << 6);
                row >= 0 && row >>> 6 == home;
                row = feasible.next(row + 1)) {
            if (row != winner && (second < 0 || scores.total(row) > scores.total(second))) {
                second = row;
            }
        }
        if (leading >= 0
                && (second < 0
                        || scores.best(leading) > scores.total(second)
                        || scores.best(leading) == scores.total(second) && leading < home)) {
            int row = feasible.next(leading << 6);
            while (scores.total(row) != scores.best(leading)) {
                row = feasible.next(row + 1);
            }
            return row;
        }
        return second;
    }

    /// What a row got from each plugin.
    ScoreCard card(ShapeState shape, int row) {
        var scores = new ArrayList<PluginScore>(chosen.length);
        long total = 0;
        for (int i = 0; i < chosen.length; i++) {
            NodeScorer scorer = chosen[i];
            if (scorer == null) {
                continue;
            }
            boolean kept = keptCount && shape.scores.keeps(i);
            long asGiven = kept ? scorers.score(i, scorer, nodes.view(row)) : raw[i].get(row);
            long inRange = kept ? asGiven : normalised[i].get(row);
            long weighted = scorers.weighted(i, inRange);
            total += weighted;
            scores.add(new PluginScore(scorers.name(i), asGiven, inRange, weighted));
        }
        return new ScoreCard(nodes.view(row).name(), total, scores);
    }

    /// The card of the only feasible row, which nobody scored.
    static ScoreCard unscored(String node) {
        return new ScoreCard(node, 0, List.of());
    }
}
