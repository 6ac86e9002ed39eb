package dev.berth.engine.cycle;

import dev.berth.engine.profile.PluginRunner;
import dev.berth.engine.state.ClusterState;
import dev.berth.engine.state.NodeTable;

import java.util.random.RandomGenerator;

/// The scheduling cycle over one cluster state: searching a node, explaining nodes, and what-ifs of
/// plugins.
///
/// Every node is examined for every pod. The verdicts and scores of the last pod of the same shape
/// still hold except for the rows that changed since, so a cycle usually replays one or two rows of
/// the change log ([FilterResultCache], [ScoreResultCache]) and picks from block maxima
/// ([NodeRanking]).
///
/// The fast path decides nothing that the simple path would not:
///
/// - only evaluators that declare their dependencies are cached; all others are made and run in
///   every cycle;
/// - rows with nominated pods are filtered one by one on an overlay;
/// - when no row is left, or a cached evaluator fails, the filters run again in their configured
///   order, each on the rows that passed those before it, and the result is the diagnosis or the
///   error.
///
/// References: `schedule_one` of kube-scheduler v1.36; the score caching and equivalence classes of
/// Omega and Borg, from which pod shapes descend.
public final class SchedulingCycle {
    private final CycleParts parts;
    private final NodeScoring scoring;
    private final NodeSearch search;
    private final NodeExplainer explainer;
    private final WhatIfEvaluator whatIf;

    public SchedulingCycle(ClusterState state, PluginRunner runner, RandomGenerator random) {
        NodeTable nodes = state.nodes();
        var shapes = new PodShapeCache(nodes);
        var nominated = new NominatedPodsFilter(state, runner.failures());
        var diagnosis = new NodeDiagnosis(nodes, nominated);
        var feasible = new FeasibleNodes(nodes, nominated, diagnosis);
        parts =
                new CycleParts(
                        nodes,
                        shapes,
                        new AttemptPreparation(state, shapes, runner),
                        nominated,
                        diagnosis,
                        feasible,
                        runner.failures());
        var timer = new SearchTimer(runner.times());
        scoring = new NodeScoring(nodes, feasible, runner, timer, random);
        search = new NodeSearch(parts, scoring, new NodeSampling(nodes), timer);
        explainer =
                new NodeExplainer(
                        parts, scoring, new RejectionExplanations(nodes, nominated, runner));
        whatIf = new WhatIfEvaluator(nominated);
    }

    /// Forgets everything that was computed for the profiles so far, because other profiles are in
    /// force.
    public void forgetProfiles() {
        parts.preparation().forgetProfiles();
        parts.shapes().clear();
        parts.nominated().forgetShapes();
        scoring.forgetProfiles();
    }

    public NodeSearch search() {
        return search;
    }

    public NodeExplainer explainer() {
        return explainer;
    }

    public WhatIfEvaluator whatIf() {
        return whatIf;
    }
}
