package dev.berth.engine.cycle;

import dev.berth.engine.profile.Named;
import dev.berth.engine.profile.PluginTimes;
import dev.berth.engine.profile.Profile;
import dev.berth.engine.state.NodeTable;
import dev.berth.engine.view.Decision.PluginScore;
import dev.berth.engine.view.Decision.ScoreCard;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeSet;
import dev.berth.spi.Normalise;
import dev.berth.spi.Score;
import dev.berth.spi.Scores;
import dev.berth.spi.Scoring;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// Ranks feasible rows and picks the best, one of them by lot when several share the best total.
///
/// Where all scores are kept for the shape and no row is missing, the pick is made from the totals
/// of blocks. Otherwise totals are added up in sweeps over all rows: what is kept, what must be
/// normalised over the rows in question, and what plugins say afresh.
final class Ranking {
    private final NodeTable nodes;
    private final Plan<Score> plan;
    private final Scorers scorers;
    private final PluginTimes times;
    private final RandomGenerator random;
    private final @Nullable NodeScorer[] chosen;
    private final Scores[] fresh;
    private final Range[] ranges;
    private final long[] highest;
    private long[] totals = {};
    private long[] blockBest = {};
    private int[] blockTies = {};
    private int blocks;

    /// Whether totals were added up row by row, not taken from what is kept.
    private boolean swept;

    int winner;
    int runnerUp;
    int ties;
    int draw;

    Ranking(NodeTable nodes, Profile profile, PluginTimes times, RandomGenerator random) {
        this.nodes = nodes;
        this.plan =
                Plan.of(
                        profile.preScores(),
                        profile.scores().stream()
                                .map(each -> new Named<>(each.name(), each.plugin()))
                                .toList(),
                        Score::preScores);
        this.scorers = new Scorers(profile.scores(), times);
        this.times = times;
        this.random = random;
        int plugins = profile.scores().size();
        this.chosen = new NodeScorer[plugins];
        this.fresh = new Scores[plugins];
        this.ranges = new Range[plugins];
        this.highest = new long[plugins];
        for (int i = 0; i < plugins; i++) {
            fresh[i] = new Scores(0);
            ranges[i] = new Range();
        }
    }

    /// Scores `feasible`, which is `whole` when no row that passes the kept filters is missing from
    /// it.
    void score(Attempt attempt, ShapeState shape, NodeSet feasible, boolean whole) {
        swept = !whole;
        for (Plan.Step<Score> step : plan.steps()) {
            int index = step.index();
            NodeScorer scorer = index < 0 ? null : shape.scores.keptScorer(index, attempt.pod());
            if (scorer == null) {
                scorer = scorerFor(step, attempt, feasible);
                if (index < 0) {
                    continue;
                }
                if (scorer != null && ShapeScores.canKeep(scorer)) {
                    shape.scores.keep(index, scorer, attempt.pod());
                } else {
                    shape.scores.drop(index);
                }
            }
            chosen[index] = scorer;
            swept |= scorer != null && !shape.scores.keeps(index);
        }
        times.unmark();
        shape.scores.refresh(shape.verdicts, scorers);
        if (swept) {
            addUp(shape.scores, feasible);
        } else {
            shape.scores.sumUp(scorers);
            noteHighest(shape.scores);
        }
    }

    /// Picks from what was scored last: [#winner], [#runnerUp], [#ties] and [#draw].
    void pick(ShapeScores kept, NodeSet feasible) {
        if (swept) {
            pickByTotals(feasible);
        } else {
            pickByBlocks(kept, feasible);
        }
    }

    private @Nullable NodeScorer scorerFor(
            Plan.Step<Score> step, Attempt attempt, NodeSet feasible) {
        times.mark(step.name());
        try {
            Scoring scoring =
                    step.way() == Plan.Way.ALONE
                            ? step.plugin().scorerAlone(attempt, feasible)
                            : step.plugin().scorerFor(attempt, feasible);
            return scoring instanceof Scoring.Judge(NodeScorer scorer) ? scorer : null;
        } catch (RuntimeException | LinkageError problem) {
            throw step.way() == Plan.Way.PREPARED
                    ? new PluginFailure(
                            "running PreScore plugin \"%s\": ".formatted(step.name()), problem)
                    : Scorers.failure(step.name(), problem);
        }
    }

    private void noteHighest(ShapeScores kept) {
        for (int i = 0; i < chosen.length; i++) {
            RawScores scores = kept.raw(i);
            if (scores != null) {
                highest[i] = scores.highest();
            }
        }
    }

    private void addUp(ShapeScores kept, NodeSet feasible) {
        int rows = nodes.rows();
        blocks = (rows + 63) >>> 6;
        if (blockBest.length < blocks) {
            blockBest = new long[Math.max(blocks, blockBest.length * 2)];
            blockTies = new int[blockBest.length];
            totals = new long[blockBest.length << 6];
        }
        kept.copyLocal(totals, rows);
        for (int i = 0; i < chosen.length; i++) {
            NodeScorer scorer = chosen[i];
            if (scorer == null) {
                continue;
            }
            RawScores scores = kept.raw(i);
            if (scores != null) {
                addInProportion(i, scores, feasible);
            } else if (!kept.keeps(i)) {
                addFresh(i, scorer, feasible, rows);
            }
        }
    }

    private void addInProportion(int plugin, RawScores scores, NodeSet feasible) {
        long max = scores.highestOf(feasible);
        highest[plugin] = max;
        if (max == 0 && !scores.anyNegative()) {
            // All rows get the same, which decides nothing; a card adds it.
            return;
        }
        for (int i = 0; i < feasible.words(); i++) {
            for (long word = feasible.word(i); word != 0; word &= word - 1) {
                int row = (i << 6) + Long.numberOfTrailingZeros(word);
                totals[row] += scorers.weighted(plugin, scores.normalised(scores.get(row), max));
            }
        }
    }

    private void addFresh(int plugin, NodeScorer scorer, NodeSet feasible, int rows) {
        Scores scores = fresh[plugin];
        scores.reset(rows);
        scorers.sweep(plugin, scorer, nodes, feasible, scores);
        if (scorer.normalise() instanceof Normalise.ByRange byRange) {
            scorers.normalise(
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
            scorers.normalise(plugin, () -> scorer.normalise().apply(feasible, scores));
            scorers.addWeighted(plugin, scores, feasible, totals);
        }
    }

    private void pickByTotals(NodeSet feasible) {
        // Rows out of question get the lowest total there is, so that no loop needs a test.
        int rows = blocks << 6;
        for (int i = 0; i < blocks; i++) {
            for (long word = ~feasible.word(i); word != 0; word &= word - 1) {
                totals[(i << 6) + Long.numberOfTrailingZeros(word)] = Long.MIN_VALUE;
            }
        }
        long best = Long.MIN_VALUE;
        for (int first = 0; first < rows; first += 64) {
            long inBlock = Long.MIN_VALUE;
            for (int row = first; row < first + 64; row++) {
                inBlock = Math.max(inBlock, totals[row]);
            }
            blockBest[first >>> 6] = inBlock;
            best = Math.max(best, inBlock);
        }
        ties = 0;
        for (int i = 0; i < blocks; i++) {
            blockTies[i] = blockBest[i] == best ? countOf(best, i) : 0;
            ties += blockTies[i];
        }
        draw = ties > 1 ? random.nextInt(ties) : 0;
        winner = nth(best, draw);
        runnerUp = ties > 1 ? nth(best, draw == 0 ? 1 : 0) : belowBest(best, feasible);
    }

    private int countOf(long total, int block) {
        int count = 0;
        for (int row = block << 6; row < (block + 1) << 6; row++) {
            count += totals[row] == total ? 1 : 0;
        }
        return count;
    }

    /// The row that is the `n`th of those with the best total.
    private int nth(long best, int n) {
        int block = 0;
        int left = n;
        while (left >= blockTies[block]) {
            left -= blockTies[block++];
        }
        int row = block << 6;
        while (totals[row] != best || left-- > 0) {
            row++;
        }
        return row;
    }

    /// The first row with the highest total below `best`, which one row has; -1 when there is none.
    private int belowBest(long best, NodeSet feasible) {
        int second = -1;
        for (int block = 0; block < blocks; block++) {
            if (second >= 0 && blockBest[block] <= totals[second]) {
                continue;
            }
            for (long word = feasible.word(block); word != 0; word &= word - 1) {
                int row = (block << 6) + Long.numberOfTrailingZeros(word);
                if (totals[row] < best && (second < 0 || totals[row] > totals[second])) {
                    second = row;
                }
            }
        }
        return second;
    }

    private void pickByBlocks(ShapeScores scores, NodeSet feasible) {
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
            long asGiven = scorers.score(i, scorer, nodes.view(row));
            RawScores keptRaw = shape.scores.raw(i);
            long inRange = asGiven;
            if (keptRaw != null) {
                inRange = keptRaw.normalised(asGiven, highest[i]);
            } else if (!shape.scores.keeps(i)) {
                inRange =
                        scorer.normalise() instanceof Normalise.ByRange byRange
                                ? ranges[i].normalised(byRange, asGiven, row)
                                : fresh[i].get(row);
            }
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
