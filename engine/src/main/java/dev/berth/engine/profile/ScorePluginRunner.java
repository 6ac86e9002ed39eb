package dev.berth.engine.profile;

import dev.berth.engine.port.Meter;
import dev.berth.spi.DependsOn;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nodes;
import dev.berth.spi.NormalizeScore;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PreScoreResult;
import dev.berth.spi.Score;
import dev.berth.spi.Scores;

import java.util.function.LongSupplier;

/// The part of [PluginRunner] for PreScore, Score and NormalizeScore.
public final class ScorePluginRunner {
    private final PluginTimes times;

    ScorePluginRunner(PluginTimes times) {
        this.times = times;
    }

    /// PreScore. The caller reads the clock after the last plugin.
    ///
    /// @param alone whether the plugin is disabled at PreScore and enabled at Score
    public PreScoreResult preScore(
            PluginCall call,
            String plugin,
            Score score,
            PodCycle cycle,
            NodeSet feasible,
            boolean alone) {
        times.mark(call, plugin);
        try {
            return PluginFailure.required(
                    alone
                            ? score.scorerWithoutPreScore(cycle, feasible)
                            : score.scorerFor(cycle, feasible));
        } catch (RuntimeException | Error problem) {
            throw PluginFailure.of(call, plugin, problem);
        }
    }

    public long score(String plugin, NodeScorer scorer, NodeView node) {
        try {
            return scorer.score(node);
        } catch (RuntimeException | Error problem) {
            throw PluginFailure.of(PluginCall.SCORE, plugin, problem);
        }
    }

    public void scoreAll(
            String plugin,
            Meter.OfPlugin meter,
            NodeScorer scorer,
            Nodes nodes,
            NodeSet feasible,
            Scores out) {
        if (times.measured()) {
            meter.evaluated(Meter.Point.SCORE, feasible.size());
        }
        times.mark(PluginCall.SCORE, plugin);
        var status = Meter.Status.ERROR;
        try {
            scorer.scoreAll(nodes, feasible, out);
            status = Meter.Status.SUCCESS;
        } catch (RuntimeException | Error problem) {
            throw PluginFailure.of(PluginCall.SCORE, plugin, problem);
        } finally {
            times.unmark();
            times.report(meter, Meter.Point.SCORE, status);
        }
    }

    /// What the raw scores of a scorer depend on.
    public DependsOn dependsOn(String plugin, NodeScorer scorer) {
        try {
            return PluginFailure.required(scorer.dependsOn());
        } catch (RuntimeException | Error problem) {
            throw PluginFailure.of(PluginCall.SCORE, plugin, problem);
        }
    }

    /// How the scores of a scorer are normalized.
    public NormalizeScore normalizationOf(String plugin, NodeScorer scorer) {
        try {
            return PluginFailure.required(scorer.normalizeScore());
        } catch (RuntimeException | Error problem) {
            throw PluginFailure.of(PluginCall.NORMALIZE_SCORE, plugin, problem);
        }
    }

    /// NormalizeScore. An invalid score, which `code` finds, remains the failure it is.
    public void normalizeScore(String plugin, Meter.OfPlugin meter, Runnable code) {
        times.mark(PluginCall.NORMALIZE_SCORE, plugin);
        var status = Meter.Status.ERROR;
        try {
            code.run();
            status = Meter.Status.SUCCESS;
        } catch (PluginFailure invalid) {
            throw invalid;
        } catch (RuntimeException | Error problem) {
            throw PluginFailure.of(PluginCall.NORMALIZE_SCORE, plugin, problem);
        } finally {
            times.unmark();
            times.report(meter, Meter.Point.NORMALIZE, status);
        }
    }

    /// NormalizeScore of one score, for the record of a decision.
    public long normalizedScore(String plugin, LongSupplier code) {
        try {
            return code.getAsLong();
        } catch (RuntimeException | Error problem) {
            throw PluginFailure.of(PluginCall.NORMALIZE_SCORE, plugin, problem);
        }
    }
}
