package dev.berth.engine.cycle;

import dev.berth.engine.port.Meter;
import dev.berth.engine.profile.PluginTimes;
import dev.berth.engine.profile.WeightedPlugin;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nodes;
import dev.berth.spi.Scores;

import java.util.List;

/// Calls score plugins and weighs what they say.
final class Scorers {
    private final List<WeightedPlugin> plugins;
    private final List<Meter.OfPlugin> meters;
    private final PluginTimes times;

    Scorers(List<WeightedPlugin> plugins, List<Meter.OfPlugin> meters, PluginTimes times) {
        this.plugins = plugins;
        this.meters = meters;
        this.times = times;
    }

    String name(int plugin) {
        return plugins.get(plugin).name();
    }

    /// Asks about one node. It is not timed: that would take longer than most answers.
    long score(int plugin, NodeScorer scorer, NodeView node) {
        try {
            return scorer.score(node);
        } catch (RuntimeException | Error problem) {
            throw failure(name(plugin), problem);
        }
    }

    /// The same, and it counts: the answer is for a decision, not for telling of one.
    long rescore(int plugin, NodeScorer scorer, NodeView node) {
        meters.get(plugin).evaluated(Meter.Point.SCORE, 1);
        return score(plugin, scorer, node);
    }

    void sweep(int plugin, NodeScorer scorer, Nodes nodes, NodeSet feasible, Scores out) {
        if (times.measured()) {
            meters.get(plugin).evaluated(Meter.Point.SCORE, feasible.size());
        }
        times.mark(name(plugin));
        var status = Meter.Status.ERROR;
        try {
            scorer.scoreAll(nodes, feasible, out);
            status = Meter.Status.SUCCESS;
        } catch (RuntimeException | Error problem) {
            throw failure(name(plugin), problem);
        } finally {
            times.unmark();
            times.report(meters.get(plugin), Meter.Point.SCORE, status);
        }
    }

    /// Does what brings a plugin's scores into range.
    void normalise(int plugin, Runnable work) {
        times.mark(name(plugin));
        var status = Meter.Status.ERROR;
        try {
            work.run();
            status = Meter.Status.SUCCESS;
        } catch (PluginFailure known) {
            throw known;
        } catch (RuntimeException | Error problem) {
            times.failed(name(plugin), "ScoreExtensionNormalize");
            throw new PluginFailure(
                    "running Normalize on Score plugins: plugin \"%s\" failed with: "
                            .formatted(name(plugin)),
                    problem);
        } finally {
            times.unmark();
            times.report(meters.get(plugin), Meter.Point.NORMALISE, status);
        }
    }

    PluginFailure failure(String plugin, Throwable problem) {
        times.failed(plugin, "Score");
        return new PluginFailure(
                "running Score plugins: plugin \"%s\" failed with: ".formatted(plugin), problem);
    }

    /// Adds normalised scores times the plugin's weight to `totals`.
    void addWeighted(int plugin, Scores scores, NodeSet feasible, long[] totals) {
        long weight = plugins.get(plugin).weight();
        // The sign of this tells whether any score is below 0 or above the highest.
        long range = 0;
        for (int i = 0; i < feasible.words(); i++) {
            long word = feasible.word(i);
            int first = i << 6;
            if (word == -1L) {
                // All rows of the block: a loop without holes, which the compiler vectorises.
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

    /// A normalised score times the plugin's weight.
    long weighted(int plugin, long score) {
        if (score < 0 || score > NodeScorer.MAX_SCORE) {
            times.failed(name(plugin), "Score");
            throw new PluginFailure(
                    ("applying score defaultWeights on Score plugins: plugin \"%s\" returns an"
                                    + " invalid score %d, it should in the range of [0, 100] after"
                                    + " normalizing")
                            .formatted(name(plugin), score));
        }
        return score * plugins.get(plugin).weight();
    }
}
