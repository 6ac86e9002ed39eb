package dev.berth.testkit;

import dev.berth.model.Pod;
import dev.berth.spi.Filter;
import dev.berth.spi.MutableNodeSet;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeSet;
import dev.berth.spi.Nodes;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.PreScoreResult;
import dev.berth.spi.Reject;
import dev.berth.spi.Rejections;
import dev.berth.spi.Score;
import dev.berth.spi.Scores;
import dev.berth.spi.Verdict;

import org.jspecify.annotations.Nullable;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/// Runs Filter and Score of a plugin for all nodes, node by node and in bulk, and compares the
/// results.
final class NodeEvaluation {
    private final PluginCalls calls;
    private final Nodes nodes;

    NodeEvaluation(PluginCalls calls, Nodes nodes) {
        this.calls = calls;
        this.nodes = nodes;
    }

    /// @param alone whether `preFilter` and `preScore` of the plugin are disabled
    PluginResults schedule(PodCycle cycle, boolean alone) {
        var rejections = new TreeMap<String, Reject>();
        MutableNodeSet feasible = nodes.all().copy();
        Optional<Reject> rejection = Optional.empty();
        boolean filterSkipped = true;
        if (calls.plugin() instanceof Filter filter) {
            calls.exercised(TestedPoint.FILTER);
            PreFilterResult result =
                    alone ? filter.filterWithoutPreFilter(cycle) : filter.filterFor(cycle);
            switch (required(result, "Filter", cycle.pod(), "a PreFilterResult")) {
                case PreFilterResult.Skip skip -> {}
                case PreFilterResult.RejectPod rejected -> rejection = Optional.of(rejected.why());
                case PreFilterResult.Run(NodeFilter test) -> {
                    filterSkipped = false;
                    evaluate(test, feasible, rejections);
                }
                case PreFilterResult.RunOn(NodeFilter test, var names) -> {
                    filterSkipped = false;
                    for (int row = feasible.next(0); row >= 0; row = feasible.next(row + 1)) {
                        if (!names.contains(nodes.view(row).name())) {
                            feasible.remove(row);
                        }
                    }
                    evaluate(test, feasible, rejections);
                }
            }
        }
        var scores = new TreeMap<String, Long>();
        boolean scoreSkipped = true;
        if (calls.plugin() instanceof Score score && rejection.isEmpty()) {
            calls.exercised(TestedPoint.SCORE);
            PreScoreResult result =
                    alone
                            ? score.scorerWithoutPreScore(cycle, feasible)
                            : score.scorerFor(cycle, feasible);
            if (required(result, "Score", cycle.pod(), "a PreScoreResult")
                    instanceof PreScoreResult.Run(NodeScorer scorer)) {
                scoreSkipped = false;
                score(scorer, feasible, scores);
            }
        }
        return new PluginResults(rejections, scores, rejection, filterSkipped, scoreSkipped, calls);
    }

    private <T> T required(@Nullable T result, String point, Pod pod, String allowed) {
        if (result == null) {
            throw calls.failure(
                    "%s of %s returned null for pod %s; return %s"
                            .formatted(point, calls.name(), pod.key(), allowed));
        }
        return result;
    }

    /// Evaluates all nodes with this filter.
    PluginResults evaluateAll(NodeFilter filter) {
        var rejections = new TreeMap<String, Reject>();
        evaluate(filter, nodes.all().copy(), rejections);
        return new PluginResults(rejections, new TreeMap<>(), Optional.empty(), false, true, calls);
    }

    private void evaluate(
            NodeFilter filter, MutableNodeSet feasible, Map<String, Reject> rejections) {
        var bulk = new TreeMap<String, Reject>();
        Optional<RuntimeException> inBulk =
                failure(() -> {
                    var out = new Rejections();
                    filter.testAll(nodes, feasible.copy(), out);
                    for (Rejections.Entry entry : out.entries()) {
                        NodeSet rows = entry.rows();
                        for (int row = rows.next(0); row >= 0; row = rows.next(row + 1)) {
                            bulk.put(nodes.view(row).name(), entry.why());
                        }
                    }
                });
        Optional<RuntimeException> oneByOne =
                failure(() -> {
                    for (int row = feasible.next(0); row >= 0; row = feasible.next(row + 1)) {
                        Verdict verdict =
                                Objects.requireNonNull(
                                        filter.test(nodes.view(row)),
                                        "NodeFilter.test returned null; return Verdict.PASS or a"
                                                + " Reject");
                        if (verdict instanceof Reject reject) {
                            rejections.put(nodes.view(row).name(), reject);
                            feasible.remove(row);
                        }
                    }
                });
        if (inBulk.isPresent() != oneByOne.isPresent()) {
            throw new AssertionError(
                    "test and testAll differ: only one of them threw an exception",
                    inBulk.or(() -> oneByOne).orElseThrow());
        }
        if (oneByOne.isPresent()) {
            throw oneByOne.get();
        }
        NodeSet passing = filter.passingWithAnyPods(nodes, nodes.all());
        for (String rejected : rejections.keySet()) {
            if (passing.contains(nodes.row(rejected).orElseThrow())) {
                throw calls.failure(
                        "test rejects node %s, which passingWithAnyPods contains"
                                .formatted(rejected));
            }
        }
        if (!bulk.equals(rejections)) {
            throw calls.failure(
                    "test and testAll differ: one by one %s, in bulk %s"
                            .formatted(rejections, bulk));
        }
    }

    private static Optional<RuntimeException> failure(Runnable work) {
        try {
            work.run();
            return Optional.empty();
        } catch (RuntimeException problem) {
            return Optional.of(problem);
        }
    }

    private void score(NodeScorer scorer, NodeSet feasible, Map<String, Long> scores) {
        var inBulk = new Scores(nodes.rows());
        scorer.scoreAll(nodes, feasible, inBulk);
        for (int row = feasible.next(0); row >= 0; row = feasible.next(row + 1)) {
            long one = scorer.score(nodes.view(row));
            if (one != inBulk.get(row)) {
                throw calls.failure(
                        "score and scoreAll differ on node %s: one by one %d, in bulk %d"
                                .formatted(nodes.view(row).name(), one, inBulk.get(row)));
            }
        }
        scorer.normalizeScore().apply(feasible, inBulk);
        for (int row = feasible.next(0); row >= 0; row = feasible.next(row + 1)) {
            long score = inBulk.get(row);
            if (score < 0 || score > NodeScorer.MAX_SCORE) {
                throw calls.failure(
                        "Score of %s gives node %s the score %d after normalization; scores are 0 to %d"
                                .formatted(
                                        calls.name(),
                                        nodes.view(row).name(),
                                        score,
                                        NodeScorer.MAX_SCORE));
            }
            scores.put(nodes.view(row).name(), score);
        }
    }
}
