package dev.berth.engine.cycle;

import dev.berth.engine.profile.PluginTimes;
import dev.berth.engine.profile.Weighted;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nodes;
import dev.berth.spi.Scores;

import java.util.List;

/// Calls score plugins and weighs what they say.
final class Scorers {
    private final List<Weighted> plugins;
    private final PluginTimes times;

    Scorers(List<Weighted> plugins, PluginTimes times) {
        this.plugins = plugins;
        this.times = times;
    }

    String name(int plugin) {
        return plugins.get(plugin).name();
    }

    long score(int plugin, NodeScorer scorer, NodeView node) {
        times.mark(name(plugin));
        try {
            return scorer.score(node);
        } catch (RuntimeException | LinkageError problem) {
            throw failure(name(plugin), problem);
        } finally {
            times.unmark();
        }
    }

    void sweep(int plugin, NodeScorer scorer, Nodes nodes, NodeSet feasible, Scores out) {
        times.mark(name(plugin));
        try {
            scorer.scoreAll(nodes, feasible, out);
        } catch (RuntimeException | LinkageError problem) {
            throw failure(name(plugin), problem);
        } finally {
            times.unmark();
        }
    }

    void normalise(int plugin, NodeScorer scorer, NodeSet feasible, Scores scores) {
        times.mark(name(plugin));
        try {
            scorer.normalise().apply(feasible, scores);
        } catch (RuntimeException | LinkageError problem) {
            throw new PluginFailure(
                    "running Normalize on Score plugins: plugin \"%s\" failed with: "
                            .formatted(name(plugin)),
                    problem);
        } finally {
            times.unmark();
        }
    }

    static PluginFailure failure(String plugin, Throwable problem) {
        return new PluginFailure(
                "running Score plugins: plugin \"%s\" failed with: ".formatted(plugin), problem);
    }

    /// Adds normalised scores times the plugin's weight to `totals`.
    void addWeighted(int plugin, Scores scores, NodeSet feasible, long[] totals) {
        long weight = plugins.get(plugin).weight();
        for (int i = 0; i < feasible.words(); i++) {
            for (long word = feasible.word(i); word != 0; word &= word - 1) {
                int row = (i << 6) + Long.numberOfTrailingZeros(word);
                long score = scores.get(row);
                // One unsigned comparison for both ends of the range.
                if (Long.compareUnsigned(score, NodeScorer.MAX_SCORE) > 0) {
                    weighted(plugin, score);
                }
                totals[row] += score * weight;
            }
        }
    }

    /// A normalised score times the plugin's weight.
    long weighted(int plugin, long score) {
        if (score < 0 || score > NodeScorer.MAX_SCORE) {
            throw new PluginFailure(
                    ("applying score defaultWeights on Score plugins: plugin \"%s\" returns an"
                                    + " invalid score %d, it should in the range of [0, 100] after"
                                    + " normalizing")
                            .formatted(name(plugin), score));
        }
        return score * plugins.get(plugin).weight();
    }
}
