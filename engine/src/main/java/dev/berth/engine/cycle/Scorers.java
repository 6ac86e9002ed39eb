package dev.berth.engine.cycle;

import dev.berth.engine.port.Meter;
import dev.berth.engine.profile.PluginCall;
import dev.berth.engine.profile.PluginFailure;
import dev.berth.engine.profile.PluginRunner;
import dev.berth.engine.profile.WeightedPlugin;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nodes;
import dev.berth.spi.NormalizeScore;
import dev.berth.spi.Scores;
import dev.berth.spi.UniformScorer;

import java.util.List;

/// The score plugins of a profile with their weights.
final class Scorers {
    private final List<WeightedPlugin> plugins;
    private final List<Meter.OfPlugin> meters;
    private final PluginRunner runner;

    Scorers(List<WeightedPlugin> plugins, List<Meter.OfPlugin> meters, PluginRunner runner) {
        this.plugins = plugins;
        this.meters = meters;
        this.runner = runner;
    }

    String name(int plugin) {
        return plugins.get(plugin).name();
    }

    /// The score of one node, for a record of a decision.
    long score(int plugin, NodeScorer scorer, NodeView node) {
        return runner.scores().score(name(plugin), scorer, node);
    }

    /// The score of one node, for a decision: it is counted as an evaluation.
    long rescore(int plugin, NodeScorer scorer, NodeView node) {
        meters.get(plugin).evaluated(Meter.Point.SCORE, 1);
        return score(plugin, scorer, node);
    }

    /// Evaluates the score that a scorer gives all nodes.
    void evaluate(int plugin, UniformScorer scorer) {
        meters.get(plugin).evaluated(Meter.Point.SCORE, 1);
        weighted(plugin, scorer.score());
    }

    void sweep(int plugin, NodeScorer scorer, Nodes nodes, NodeSet feasible, Scores out) {
        runner.scores().scoreAll(name(plugin), meters.get(plugin), scorer, nodes, feasible, out);
    }

    /// Runs NormalizeScore of a plugin.
    void normalize(int plugin, Runnable work) {
        runner.scores().normalizeScore(name(plugin), meters.get(plugin), work);
    }

    /// The normalized score of one row, for the record of a decision.
    long normalized(
            int plugin, ScoreRange range, NormalizeScore.ByRange byRange, long score, int row) {
        return runner.scores()
                .normalizedScore(name(plugin), () -> range.normalized(byRange, score, row));
    }

    /// Adds normalized scores times the plugin's weight to `totals`.
    void addWeighted(int plugin, Scores scores, NodeSet feasible, long[] totals) {
        long weight = plugins.get(plugin).weight();
        // Negative if any score is below 0 or above the highest score.
        long range = 0;
        for (int i = 0; i < feasible.words(); i++) {
            long word = feasible.word(i);
            int first = i << 6;
            if (word == -1L) {
                // All rows of the block: a loop without a test, which the compiler vectorizes.
                for (int row = first; row < first + 64; row++) {
                    long score = scores.get(row);
                    range |= score | (NodeScorer.MAX_SCORE - score);
                    totals[row] += score * weight;
                }
            } else {
                for (; word != 0; word &= word - 1) {
                    int row = first + Long.numberOfTrailingZeros(word);
                    long score = scores.get(row);
                    range |= score | (NodeScorer.MAX_SCORE - score);
                    totals[row] += score * weight;
                }
            }
        }
        if (range < 0) {
            for (int row = feasible.next(0); row >= 0; row = feasible.next(row + 1)) {
                weighted(plugin, scores.get(row));
            }
        }
    }

    /// A normalized score times the plugin's weight.
    long weighted(int plugin, long score) {
        if (score < 0 || score > NodeScorer.MAX_SCORE) {
            throw PluginFailure.invalid(
                    PluginCall.SCORE,
                    name(plugin),
                    ("applying score defaultWeights on Score plugins: plugin \"%s\" returns an"
                                    + " invalid score %d, it should in the range of [0, 100] after"
                                    + " normalizing")
                            .formatted(name(plugin), score));
        }
        return score * plugins.get(plugin).weight();
    }
}
