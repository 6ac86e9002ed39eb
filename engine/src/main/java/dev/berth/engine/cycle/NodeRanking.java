package dev.berth.engine.cycle;

import dev.berth.engine.port.ExtenderResult;
import dev.berth.engine.port.Meter;
import dev.berth.engine.profile.NamedPlugin;
import dev.berth.engine.profile.PluginCall;
import dev.berth.engine.profile.PluginFailure;
import dev.berth.engine.profile.PluginRunner;
import dev.berth.engine.profile.Profile;
import dev.berth.engine.state.NodeTable;
import dev.berth.engine.view.Decision.PluginScore;
import dev.berth.engine.view.Decision.ScoreCard;
import dev.berth.spi.DependsOn;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NormalizeScore;
import dev.berth.spi.PreScoreResult;
import dev.berth.spi.Score;
import dev.berth.spi.Scores;
import dev.berth.spi.UniformScorer;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.random.RandomGenerator;

/// Ranks the feasible rows and picks the best. Ties are broken at random.
///
/// If all scores are cached for the pod shape and no row is missing, only the totals of changed
/// rows are updated. Otherwise the totals are summed over all rows: cached scores, scores that are
/// normalized over the feasible rows, and scores that plugins compute for this pod.
final class NodeRanking {
    private final NodeTable nodes;
    private final EvaluatorPlan<Score> plan;
    private final Scorers scorers;
    private final PluginRunner runner;
    private final SearchTimer timer;
    private final RandomGenerator random;
    private final @Nullable NodeScorer[] chosen;
    private final NormalizeScore[] normalizations;
    private final Scores[] fresh;
    private final ScoreRange[] ranges;
    private final long[] highest;
    private final BlockTotals sweptTotals = new BlockTotals();
    private final CardScores cards;

    private List<ExtenderResult.ExtenderScores> extenderScores = List.of();

    /// Whether the totals were summed for this pod instead of taken from the cache.
    private boolean swept;

    /// The outcome of a pick.
    ///
    /// @param ties how many rows have the best total
    /// @param pick which of them won
    record Pick(int winner, int runnerUp, int ties, int pick) {}

    NodeRanking(
            NodeTable nodes,
            Profile profile,
            PluginRunner runner,
            SearchTimer timer,
            RandomGenerator random) {
        this.nodes = nodes;
        this.plan =
                EvaluatorPlan.of(
                        profile.preScores(),
                        profile.scores().stream()
                                .map(each -> new NamedPlugin<>(each.name(), each.plugin()))
                                .toList(),
                        Score::hasPreScore,
                        profile.meter());
        this.scorers = new Scorers(profile.scores(), plan.meters(), runner);
        this.runner = runner;
        this.timer = timer;
        this.random = random;
        int plugins = profile.scores().size();
        this.chosen = new NodeScorer[plugins];
        this.normalizations = new NormalizeScore[plugins];
        this.fresh = new Scores[plugins];
        this.ranges = new ScoreRange[plugins];
        this.highest = new long[plugins];
        this.cards = new CardScores(plugins);
        for (int i = 0; i < plugins; i++) {
            fresh[i] = new Scores(0);
            ranges[i] = new ScoreRange();
            normalizations[i] = NormalizeScore.NONE;
        }
    }

    /// Scores `feasible`.
    ///
    /// @param whole whether no row that passes the cached filters is missing from `feasible`
    /// @param ofExtenders the scores of extenders
    void score(
            Attempt attempt,
            PodShapeEntry shape,
            NodeSet feasible,
            boolean whole,
            List<ExtenderResult.ExtenderScores> ofExtenders) {
        extenderScores = ofExtenders;
        swept = !whole || !extenderScores.isEmpty();
        for (EvaluatorPlan.Step<Score> step : plan.steps()) {
            int index = step.index();
            if (!useCached(step, shape, attempt)) {
                PreScoreResult result = preScore(step, attempt, feasible);
                if (index < 0) {
                    continue;
                }
                use(index, result, shape, attempt);
            }
            swept |= ranks(chosen[index]) && !shape.scores.keeps(index);
        }
        runner.times().unmark();
        timer.next(Meter.Point.SCORE);
        shape.scores.refresh(shape.verdicts, scorers);
        if (swept) {
            addUp(shape.scores, feasible);
        } else {
            shape.scores.sumUp(scorers);
            noteHighest(shape.scores);
        }
    }

    /// Uses the scorer or the skip that is cached for the plugin and the pod shape; false if there
    /// is none that is still valid.
    private boolean useCached(
            EvaluatorPlan.Step<Score> step, PodShapeEntry shape, Attempt attempt) {
        if (step.index() < 0) {
            return false;
        }
        if (shape.scoreSkips.skips(step, PluginCall.PRE_SCORE, attempt.pod(), runner)) {
            chosen[step.index()] = null;
            return true;
        }
        ScoreResultCache.CachedScorer known = shape.scores.cached(step.index(), attempt.pod());
        if (known == null) {
            return false;
        }
        try {
            if (!runner.stillValid(PluginCall.SCORE, step.name(), known.depends())) {
                return false;
            }
        } catch (PluginFailure failure) {
            // The next attempt runs PreScore again.
            shape.scores.drop(step.index());
            throw failure;
        }
        chosen[step.index()] = known.scorer();
        normalizations[step.index()] = known.normalization();
        return true;
    }

    /// Whether a scorer can influence the order of the nodes.
    private static boolean ranks(@Nullable NodeScorer scorer) {
        return scorer != null && !(scorer instanceof UniformScorer);
    }

    /// Uses what PreScore returned, and caches it if it may be cached.
    private void use(int plugin, PreScoreResult result, PodShapeEntry shape, Attempt attempt) {
        switch (result) {
            case PreScoreResult.Skip(DependsOn depends) -> {
                chosen[plugin] = null;
                shape.scores.drop(plugin);
                shape.scoreSkips.cache(plugin, depends, attempt.pod());
            }
            case PreScoreResult.Run(NodeScorer scorer) -> {
                chosen[plugin] = scorer;
                shape.scoreSkips.drop(plugin);
                use(plugin, scorer, shape.scores, attempt);
            }
        }
    }

    private void use(int plugin, NodeScorer scorer, ScoreResultCache scores, Attempt attempt) {
        if (scorer instanceof UniformScorer uniform) {
            scorers.evaluate(plugin, uniform);
            normalizations[plugin] = NormalizeScore.NONE;
            scores.drop(plugin);
            return;
        }
        NormalizeScore normalization =
                runner.scores().normalizationOf(scorers.name(plugin), scorer);
        DependsOn depends = runner.scores().dependsOn(scorers.name(plugin), scorer);
        normalizations[plugin] = normalization;
        if (ScoreResultCache.canKeep(normalization, depends)) {
            scores.cache(plugin, scorer, normalization, depends, attempt.pod());
        } else {
            scores.drop(plugin);
        }
    }

    /// Picks the row with the highest total, and breaks ties at random (kube-scheduler:
    /// `selectHost`).
    Pick pick(ScoreResultCache kept) {
        BlockTotals totals = swept ? sweptTotals : kept.totals();
        long best = totals.best();
        int ties = totals.ties(best);
        int pick = ties > 1 ? random.nextInt(ties) : 0;
        int winner = totals.nth(best, pick);
        return new Pick(winner, totals.second(winner), ties, pick);
    }

    private PreScoreResult preScore(
            EvaluatorPlan.Step<Score> step, Attempt attempt, NodeSet feasible) {
        boolean prepared = step.way() == EvaluatorPlan.Way.PREPARED;
        var status = Meter.Status.ERROR;
        try {
            PreScoreResult scoring =
                    runner.scores()
                            .preScore(
                                    prepared ? PluginCall.PRE_SCORE : PluginCall.SCORE,
                                    step.name(),
                                    step.plugin(),
                                    attempt,
                                    feasible,
                                    step.way() == EvaluatorPlan.Way.ALONE);
            status =
                    scoring instanceof PreScoreResult.Run
                            ? Meter.Status.SUCCESS
                            : Meter.Status.SKIP;
            return scoring;
        } finally {
            if (prepared) {
                runner.preparedBy(step.meter(), Meter.Point.PRE_SCORE, status);
            }
        }
    }

    private void noteHighest(ScoreResultCache kept) {
        for (int i = 0; i < chosen.length; i++) {
            RawScores scores = kept.raw(i);
            if (scores != null) {
                highest[i] = scores.highest();
            }
        }
    }

    private void addUp(ScoreResultCache kept, NodeSet feasible) {
        int rows = nodes.rows();
        long[] totals = sweptTotals.capacity(rows);
        kept.copyLocal(totals, rows);
        for (int i = 0; i < chosen.length; i++) {
            NodeScorer scorer = chosen[i];
            if (scorer == null || !ranks(scorer)) {
                continue;
            }
            RawScores scores = kept.raw(i);
            if (scores != null) {
                addInProportion(i, scores, feasible, totals);
            } else if (!kept.keeps(i)) {
                addFresh(i, scorer, feasible, rows, totals);
            }
        }
        if (!extenderScores.isEmpty()) {
            addExtenderScores(feasible, totals);
        }
        sweptTotals.retain(feasible);
        sweptTotals.rateOnce();
    }

    private void addExtenderScores(NodeSet feasible, long[] totals) {
        for (int row = feasible.next(0); row >= 0; row = feasible.next(row + 1)) {
            String name = nodes.view(row).name();
            for (ExtenderResult.ExtenderScores each : extenderScores) {
                totals[row] += each.score(name);
            }
        }
    }

    private void addInProportion(int plugin, RawScores scores, NodeSet feasible, long[] totals) {
        long max = scores.highestOf(feasible);
        highest[plugin] = max;
        if (max == 0 && !scores.anyNegative()) {
            // All rows get the same score, which does not change the order; [#card] adds it.
            return;
        }
        for (int i = 0; i < feasible.words(); i++) {
            for (long word = feasible.word(i); word != 0; word &= word - 1) {
                int row = (i << 6) + Long.numberOfTrailingZeros(word);
                totals[row] += scorers.weighted(plugin, scores.normalized(scores.get(row), max));
            }
        }
    }

    private void addFresh(
            int plugin, NodeScorer scorer, NodeSet feasible, int rows, long[] totals) {
        Scores scores = fresh[plugin];
        scores.reset(rows);
        scorers.sweep(plugin, scorer, nodes, feasible, scores);
        NormalizeScore normalization = normalizations[plugin];
        if (normalization instanceof NormalizeScore.ByRange byRange) {
            scorers.normalize(
                    plugin,
                    () ->
                            ranges[plugin].add(
                                    byRange,
                                    scores,
                                    feasible,
                                    rows,
                                    totals,
                                    score -> scorers.weighted(plugin, score)));
        } else {
            scorers.normalize(plugin, () -> normalization.apply(feasible, scores));
            scorers.addWeighted(plugin, scores, feasible, totals);
        }
    }

    /// The scores of a row by plugin.
    ScoreCard card(PodShapeEntry shape, int row) {
        cards.begin();
        long total = 0;
        for (int i = 0; i < chosen.length; i++) {
            NodeScorer scorer = chosen[i];
            if (scorer == null) {
                continue;
            }
            long rawScore = scorers.score(i, scorer, nodes.view(row));
            RawScores keptRaw = shape.scores.raw(i);
            long normalized = rawScore;
            if (keptRaw != null) {
                normalized = keptRaw.normalized(rawScore, highest[i]);
            } else if (ranks(scorer) && !shape.scores.keeps(i)) {
                normalized =
                        normalizations[i] instanceof NormalizeScore.ByRange byRange
                                ? scorers.normalized(i, ranges[i], byRange, rawScore, row)
                                : fresh[i].get(row);
            }
            long weighted = scorers.weighted(i, normalized);
            total += weighted;
            cards.add(i, scorers.name(i), rawScore, normalized, weighted);
        }
        String name = nodes.view(row).name();
        for (ExtenderResult.ExtenderScores each : extenderScores) {
            long given = each.scores().getOrDefault(name, 0L);
            total += each.score(name);
            cards.add(new PluginScore(each.extender(), given, given, each.score(name)));
        }
        return new ScoreCard(name, total, cards.scores());
    }

    /// The card of a row that is chosen without scores.
    static ScoreCard unscored(String node) {
        return new ScoreCard(node, 0, List.of());
    }
}
