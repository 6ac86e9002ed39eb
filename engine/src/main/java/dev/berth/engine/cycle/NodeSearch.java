package dev.berth.engine.cycle;

import dev.berth.engine.extender.ExtenderCandidates;
import dev.berth.engine.port.ExtenderResult;
import dev.berth.engine.port.ExtenderSpec;
import dev.berth.engine.port.Meter;
import dev.berth.engine.profile.PluginFailure;
import dev.berth.engine.state.NodeTable;
import dev.berth.engine.view.Decision.NodeDetail;
import dev.berth.engine.view.Decision.RejectedNodes;
import dev.berth.engine.view.Decision.ScoreCard;
import dev.berth.spi.MutableNodeSet;
import dev.berth.spi.NodeSet;
import dev.berth.spi.Reject;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/// Searches a node for a pod (kube-scheduler: `schedulePod`).
///
/// The rules are kube-scheduler's: PreFilter, the nominated node first, filters with and without
/// nominated pods, sampling in rotation, scores, and a random pick among the best.
public final class NodeSearch {
    /// Up to this many nodes, every failed attempt is recorded node by node.
    private static final int MAX_NODES_IN_DETAIL = 200;

    private final CycleParts parts;
    private final NodeTable nodes;
    private final NodeScoring scoring;
    private final NodeSampling sampling;
    private final SearchTimer timer;

    NodeSearch(CycleParts parts, NodeScoring scoring, NodeSampling sampling, SearchTimer timer) {
        this.parts = parts;
        this.nodes = parts.nodes();
        this.scoring = scoring;
        this.sampling = sampling;
        this.timer = timer;
    }

    /// Searches a node.
    ///
    /// @param inFull whether to record verdicts and scores of every node
    public Choice choose(Attempt attempt, boolean inFull) {
        return guarded(attempt, null, inFull);
    }

    /// Continues a search with the results of extenders. The cluster may have changed since: a node
    /// counts only if it passes now and the extenders accepted it.
    public Choice conclude(Attempt attempt, ExtenderResult.OnNodes extenderResult, boolean inFull) {
        return guarded(attempt, extenderResult, inFull);
    }

    /// Runs PreFilter again after an attempt was suspended; returns the message if the pod is
    /// rejected now or a plugin fails.
    public Optional<String> prepareAgain(Attempt attempt) {
        try {
            return Optional.ofNullable(parts.preparation().prepare(attempt).rejection())
                    .map(DiagnosisReport::message);
        } catch (PluginFailure failure) {
            parts.failures().report(failure, attempt.pod());
            return Optional.of(PluginFailure.textOf(failure));
        }
    }

    /// @param extenderResult null if extenders have not been called
    private Choice guarded(
            Attempt attempt, ExtenderResult.@Nullable OnNodes extenderResult, boolean inFull) {
        if (nodes.count() == 0) {
            return new Choice.NoNodes();
        }
        try {
            Choice choice =
                    extenderResult == null
                            ? search(attempt, inFull)
                            : searchAmong(attempt, extenderResult, inFull);
            timer.end(Meter.Status.SUCCESS);
            return choice;
        } catch (PluginFailure failure) {
            timer.end(Meter.Status.ERROR);
            parts.failures().report(failure, attempt.pod());
            return new Choice.Broken(PluginFailure.textOf(failure));
        } catch (RuntimeException | Error bug) {
            // A bug of the engine: the caches may be wrong, so they are rebuilt.
            parts.shapes().clear();
            timer.end(Meter.Status.ERROR);
            parts.failures().reportBug(bug, attempt.pod());
            return new Choice.Broken("internal error: " + bug);
        }
    }

    private Choice search(Attempt attempt, boolean inFull) {
        sampling.begin(attempt);
        PreparedAttempt prepared = prepare(attempt);
        if (prepared.rejection() != null) {
            return rejectedByPreFilter(prepared.rejection());
        }
        int nominated = parts.nominated().passingNominatedRow(prepared);
        if (nominated >= 0 && attempt.interestedExtenders().isEmpty()) {
            return onlyChoice(prepared, nominated, List.of(), inFull);
        }
        FeasibleNodes.Found found = parts.feasible().find(prepared);
        boolean sampled =
                sampling.sample(
                        attempt,
                        parts.diagnosis().allowedRows(prepared.nodeFilters()),
                        parts.nominated().nominatedRow(attempt),
                        found.rows());
        timer.end(Meter.Status.SUCCESS);
        boolean whole = found.whole() && !sampled;
        int feasible = whole ? found.shape().verdicts.feasibleCount() : found.rows().size();
        if (!attempt.interestedExtenders().isEmpty() && (feasible > 0 || nominated >= 0)) {
            return new Choice.CallExtenders(shortlist(nodes, nominated, found.rows()));
        }
        if (feasible == 0) {
            return noFit(prepared, diagnosis(prepared, found.shape().verdicts), inFull);
        }
        return pick(prepared, found, whole, List.of(), inFull);
    }

    private PreparedAttempt prepare(Attempt attempt) {
        timer.begin(attempt.profile().meter(), Meter.Point.PRE_FILTER);
        PreparedAttempt prepared = parts.preparation().prepare(attempt);
        if (prepared.rejection() == null) {
            timer.next(Meter.Point.FILTER);
        }
        return prepared;
    }

    private Choice rejectedByPreFilter(DiagnosisReport rejection) {
        timer.end(Meter.Status.of(rejection.others()));
        return new Choice.NoFit(rejection, Optional.empty());
    }

    /// The nodes to send to extenders, by name, because rows may belong to other nodes when they
    /// respond.
    static ExtenderCandidates shortlist(NodeTable nodes, int nominated, NodeSet rows) {
        var names = new ArrayList<String>();
        for (int row = rows.next(0); row >= 0; row = rows.next(row + 1)) {
            names.add(nodes.view(row).name());
        }
        return new ExtenderCandidates(
                nominated < 0 ? Optional.empty() : Optional.of(nodes.view(nominated).name()),
                names);
    }

    private Choice searchAmong(
            Attempt attempt, ExtenderResult.OnNodes extenderResult, boolean inFull) {
        PreparedAttempt prepared = prepare(attempt);
        if (prepared.rejection() != null) {
            return rejectedByPreFilter(prepared.rejection());
        }
        int nominated = parts.nominated().nominatedRow(attempt);
        if (nominated >= 0
                && extenderResult.passing().equals(List.of(attempt.nominatedNodeName()))) {
            return parts.nominated().passingNominatedRow(prepared) < 0
                    ? new Choice.Outdated()
                    : onlyChoice(prepared, nominated, List.of(), inFull);
        }
        FeasibleNodes.Found found = parts.feasible().find(prepared);
        timer.end(Meter.Status.SUCCESS);
        if (extenderResult.passing().isEmpty()) {
            return rejectedByExtenders(prepared, found, extenderResult, inFull);
        }
        MutableNodeSet passing = parts.diagnosis().rows(extenderResult.passing());
        List<RejectedNodes> rejected = new ArrayList<>(found.rejected());
        rejected.addAll(rejectedByExtenders(extenderResult, found.rows(), passing));
        found.rows().retain(passing);
        return found.rows().isEmpty()
                ? new Choice.Outdated()
                : pick(
                        prepared,
                        new FeasibleNodes.Found(found.shape(), found.rows(), false, rejected),
                        false,
                        extenderResult.extenderScores(),
                        inFull);
    }

    /// The candidates that extenders rejected with a reason.
    private List<RejectedNodes> rejectedByExtenders(
            ExtenderResult.OnNodes extenderResult, NodeSet candidates, NodeSet passing) {
        var counts = new LinkedHashMap<Reject, Integer>();
        for (int row = candidates.next(0); row >= 0; row = candidates.next(row + 1)) {
            Reject why = extenderResult.refused().get(nodes.view(row).name());
            if (why != null && !passing.contains(row)) {
                counts.merge(why, 1, Integer::sum);
            }
        }
        return counts.entrySet().stream()
                .map(each ->
                        new RejectedNodes(
                                "",
                                each.getKey().code().label(),
                                each.getKey().reasons(),
                                each.getValue()))
                .toList();
    }

    /// Extenders accepted no node.
    private Choice rejectedByExtenders(
            PreparedAttempt prepared,
            FeasibleNodes.Found found,
            ExtenderResult.OnNodes extenderResult,
            boolean inFull) {
        MutableNodeSet passing = parts.diagnosis().everyRow();
        DiagnosisReport report = parts.diagnosis().of(prepared, found.shape().verdicts, passing);
        return noFit(prepared, withExtenders(nodes, report, extenderResult, passing), inFull);
    }

    /// Adds what extenders returned for rows that passed all plugins.
    static DiagnosisReport withExtenders(
            NodeTable nodes,
            DiagnosisReport report,
            ExtenderResult.OnNodes extenderResult,
            NodeSet passing) {
        var refused = new LinkedHashMap<Reject, MutableNodeSet>();
        for (int row = passing.next(0); row >= 0; row = passing.next(row + 1)) {
            // A node that an extender drops without a reason counts as not examined.
            Reject why =
                    extenderResult
                            .refused()
                            .getOrDefault(nodes.view(row).name(), DiagnosisReport.NOT_EXAMINED);
            refused.computeIfAbsent(why, other -> new MutableNodeSet(nodes.rows())).add(row);
        }
        DiagnosisReport.Builder all = report.toBuilder();
        refused.forEach((why, rows) -> all.add("", why, rows));
        if (extenderResult.narrowed()) {
            all.rejectedBy(ExtenderSpec.REJECTOR);
        }
        return all.build();
    }

    private DiagnosisReport diagnosis(PreparedAttempt prepared, FilterResultCache known) {
        return parts.diagnosis().of(prepared, known, parts.diagnosis().everyRow());
    }

    private Choice noFit(PreparedAttempt prepared, DiagnosisReport report, boolean inFull) {
        boolean detailed = inFull || nodes.count() <= MAX_NODES_IN_DETAIL;
        return new Choice.NoFit(
                report,
                detailed
                        ? Optional.of(parts.diagnosis().byNode(report, prepared))
                        : Optional.empty());
    }

    private Choice pick(
            PreparedAttempt prepared,
            FeasibleNodes.Found found,
            boolean whole,
            List<ExtenderResult.ExtenderScores> extenderScores,
            boolean inFull) {
        PodShapeEntry shape = found.shape();
        NodeSet rows = whole ? shape.verdicts.feasible() : found.rows();
        int feasible = whole ? shape.verdicts.feasibleCount() : rows.size();
        List<RejectedNodes> rejected = shape.verdicts.summary(prepared.nodeFilters());
        if (!found.rejected().isEmpty()) {
            rejected = new ArrayList<>(rejected);
            rejected.addAll(found.rejected());
        }
        if (feasible == 1) {
            return onlyChoice(prepared, rows.next(0), rejected, inFull);
        }
        timer.begin(prepared.profile().meter(), Meter.Point.PRE_SCORE);
        NodeScoring.Scored scored = scoring.score(prepared, shape, rows, whole, extenderScores);
        NodeRanking ranking = scored.ranking();
        NodeRanking.Pick pick = ranking.pick(scored.shape().scores);
        timer.end(Meter.Status.SUCCESS);
        return new Choice.Found(
                pick.winner(),
                nodes.view(pick.winner()).name(),
                feasible,
                pick.ties(),
                pick.pick(),
                ranking.card(scored.shape(), pick.winner()),
                Optional.of(ranking.card(scored.shape(), pick.runnerUp())),
                rejected,
                inFull ? detail(prepared, rows, scored) : Optional.empty());
    }

    /// A node that is chosen without scores: the nominated one, or the only one that fits.
    private Choice onlyChoice(
            PreparedAttempt prepared, int row, List<RejectedNodes> rejected, boolean inFull) {
        String name = nodes.view(row).name();
        Optional<List<NodeDetail>> detail = Optional.empty();
        if (inFull) {
            MutableNodeSet one = parts.diagnosis().noRow();
            one.add(row);
            detail = detail(prepared, one, null);
        }
        return new Choice.Found(
                row, name, 1, 1, 0, NodeRanking.unscored(name), Optional.empty(), rejected, detail);
    }

    /// The verdicts and scores of every node, for the record of a decision.
    private Optional<List<NodeDetail>> detail(
            PreparedAttempt prepared, NodeSet feasible, NodeScoring.@Nullable Scored scored) {
        MutableNodeSet rest = parts.diagnosis().everyRow();
        rest.removeAll(feasible);
        List<NodeDetail> all;
        try {
            DiagnosisReport report = parts.diagnosis().fresh(prepared, rest);
            all = parts.diagnosis().byNode(report, prepared);
        } catch (PluginFailure failure) {
            // The record must not change the decision.
            parts.failures().report(failure, prepared.pod());
            return Optional.empty();
        }
        for (int row = feasible.next(0); row >= 0; row = feasible.next(row + 1)) {
            String name = nodes.view(row).name();
            ScoreCard card =
                    scored == null
                            ? NodeRanking.unscored(name)
                            : scored.ranking().card(scored.shape(), row);
            all.add(new NodeDetail(name, Optional.empty(), Optional.of(card)));
        }
        return Optional.of(all);
    }
}
