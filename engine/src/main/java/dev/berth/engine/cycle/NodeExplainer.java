package dev.berth.engine.cycle;

import dev.berth.engine.extender.ExtenderCandidates;
import dev.berth.engine.port.ExtenderResult;
import dev.berth.engine.profile.PluginCall;
import dev.berth.engine.profile.PluginFailure;
import dev.berth.engine.profile.PluginFailures;
import dev.berth.engine.state.NodeTable;
import dev.berth.engine.view.Decision.NodeDetail;
import dev.berth.engine.view.Decision.RejectedNodes;
import dev.berth.engine.view.ExplainedRejection;
import dev.berth.engine.view.PodReport;
import dev.berth.spi.Diagnosis;
import dev.berth.spi.MutableNodeSet;
import dev.berth.spi.Reject;
import dev.berth.spi.RejectCode;
import dev.berth.spi.RejectionDetails;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Explains the verdict and the scores of every node for a pod, without a decision: no sample is
/// taken, a single feasible node is scored too, and no tie is broken at random.
public final class NodeExplainer {
    private final CycleParts parts;
    private final NodeTable nodes;
    private final NodeScoring scoring;
    private final RejectionExplanations explanations;

    NodeExplainer(CycleParts parts, NodeScoring scoring, RejectionExplanations explanations) {
        this.parts = parts;
        this.nodes = parts.nodes();
        this.scoring = scoring;
        this.explanations = explanations;
    }

    /// Filters and scores every node for the attempt's pod.
    ///
    /// @param extenders calls the extenders and waits for them, if any is interested in the pod
    public ExplanationResult examine(
            Attempt attempt, Function<ExtenderCandidates, ExtenderResult> extenders) {
        if (nodes.count() == 0) {
            return new ExplanationResult.NoNodes();
        }
        try {
            PreparedAttempt prepared = parts.preparation().prepare(attempt);
            DiagnosisReport rejection = prepared.rejection();
            return rejection == null
                    ? examine(prepared, extenders)
                    : new ExplanationResult.Unfit(
                            rejection, List.of(), explanations.of(prepared, rejection));
        } catch (PluginFailure failure) {
            parts.failures().report(failure, attempt.pod());
            return new ExplanationResult.Broken(PluginFailure.textOf(failure));
        } catch (RuntimeException | Error bug) {
            parts.shapes().clear();
            parts.failures().reportBug(bug, attempt.pod());
            return new ExplanationResult.Broken("internal error: " + bug);
        }
    }

    private ExplanationResult examine(
            PreparedAttempt prepared, Function<ExtenderCandidates, ExtenderResult> extenders) {
        Filtered filtered = filtered(prepared);
        return examine(filtered, parts.nominated().passingNominatedRow(prepared), extenders);
    }

    private Filtered filtered(PreparedAttempt prepared) {
        MutableNodeSet passing = parts.diagnosis().everyRow();
        FeasibleNodes.Found found;
        DiagnosisReport report;
        try {
            found = parts.feasible().find(prepared);
            report = parts.diagnosis().fresh(prepared, passing);
        } catch (PluginFailure failure) {
            // Parity: schedulePod evaluates the nominated node alone. Filters that fail for other
            // nodes do not run if the pod fits there.
            if (parts.nominated().passingNominatedRow(prepared) < 0) {
                throw failure;
            }
            return withoutFailures(prepared);
        }
        checkCached(found.rows(), passing);
        return new Filtered(prepared, found, report, passing, List.of());
    }

    private void checkCached(MutableNodeSet cached, MutableNodeSet fresh) {
        if (!fresh.equals(cached)) {
            // A bug of the engine, or of a plugin that declares too few dependencies.
            parts.shapes().clear();
            throw PluginFailure.of(
                    PluginCall.CACHED_VERDICTS,
                    PluginFailures.ENGINE,
                    new IllegalStateException(
                            "cached verdicts %s differ from fresh verdicts %s"
                                    .formatted(cached, fresh)));
        }
    }

    /// The filters of every node, if a filter fails for some of them.
    private Filtered withoutFailures(PreparedAttempt prepared) {
        MutableNodeSet passing = parts.diagnosis().everyRow();
        var failed = new ArrayList<NodeDetail>();
        for (int row = nodes.all().next(0); row >= 0; row = nodes.all().next(row + 1)) {
            MutableNodeSet one = parts.diagnosis().noRow();
            one.add(row);
            try {
                parts.diagnosis().fresh(prepared, one);
            } catch (PluginFailure failure) {
                passing.remove(row);
                failed.add(failed(row, failure));
            }
        }
        DiagnosisReport report = parts.diagnosis().fresh(prepared, passing);
        return new Filtered(
                prepared,
                new FeasibleNodes.Found(
                        parts.feasible().uncached(prepared, passing), passing, false, List.of()),
                report,
                passing,
                failed);
    }

    private NodeDetail failed(int row, PluginFailure failure) {
        return new NodeDetail(
                nodes.view(row).name(),
                Optional.of(
                        new RejectedNodes(
                                failure.plugin(),
                                "Error",
                                List.of(PluginFailure.textOf(failure)),
                                1)),
                Optional.empty());
    }

    /// The result of the filters.
    ///
    /// @param passing the rows that pass
    /// @param failed the nodes for which a filter failed
    private record Filtered(
            PreparedAttempt prepared,
            FeasibleNodes.Found found,
            DiagnosisReport report,
            MutableNodeSet passing,
            List<NodeDetail> failed) {}

    private ExplanationResult examine(
            Filtered filtered,
            int nominated,
            Function<ExtenderCandidates, ExtenderResult> extenders) {
        PreparedAttempt prepared = filtered.prepared();
        MutableNodeSet passing = filtered.passing();
        if (prepared.attempt().interestedExtenders().isEmpty() || passing.isEmpty()) {
            return scored(filtered, nominated, List.of());
        }
        return switch (extenders.apply(NodeSearch.shortlist(nodes, nominated, passing))) {
            case ExtenderResult.Failed(String message) -> new ExplanationResult.Broken(message);
            case ExtenderResult.OnPreemption other ->
                    throw new IllegalStateException("extenders were called about nodes");
            case ExtenderResult.OnNodes extenderResult -> {
                MutableNodeSet accepted = parts.diagnosis().rows(extenderResult.passing());
                MutableNodeSet dropped = passing.copy();
                dropped.removeAll(accepted);
                passing.retain(accepted);
                FeasibleNodes.Found found = filtered.found();
                yield scored(
                        new Filtered(
                                prepared,
                                new FeasibleNodes.Found(
                                        found.shape(), found.rows(), false, List.of()),
                                NodeSearch.withExtenders(
                                        nodes, filtered.report(), extenderResult, dropped),
                                passing,
                                filtered.failed()),
                        nominated >= 0 && accepted.contains(nominated) ? nominated : -1,
                        extenderResult.extenderScores());
            }
        };
    }

    private ExplanationResult scored(
            Filtered filtered, int nominated, List<ExtenderResult.ExtenderScores> extenderScores) {
        PreparedAttempt prepared = filtered.prepared();
        FeasibleNodes.Found found = filtered.found();
        DiagnosisReport report = filtered.report();
        MutableNodeSet passing = filtered.passing();
        List<NodeDetail> details = parts.diagnosis().byNode(report, prepared);
        details.addAll(filtered.failed());
        if (passing.isEmpty()) {
            return new ExplanationResult.Unfit(report, details, explanations.of(prepared, report));
        }
        NodeScoring.Scored scored =
                scoring.score(prepared, found.shape(), passing, found.whole(), extenderScores);
        for (int row = passing.next(0); row >= 0; row = passing.next(row + 1)) {
            details.add(
                    new NodeDetail(
                            nodes.view(row).name(),
                            Optional.empty(),
                            Optional.of(scored.ranking().card(scored.shape(), row))));
        }
        return new ExplanationResult.Fit(
                report,
                details,
                nominated < 0 ? Optional.empty() : Optional.of(nodes.view(nominated).name()),
                explanations.of(prepared, report));
    }

    /// Why one node rejects the attempt's pod; empty if it passes.
    ///
    /// @throws PluginFailure if a plugin fails
    public Optional<ExplainedRejection> evaluate(Attempt attempt, int row) {
        PreparedAttempt prepared = parts.preparation().prepare(attempt);
        DiagnosisReport rejection = prepared.rejection();
        if (rejection != null) {
            String plugin = rejection.preFilterPlugin();
            return Optional.of(
                    rejected(
                            plugin,
                            rejection.others(),
                            explanations.ofPod(prepared, plugin, rejection.others())));
        }
        MutableNodeSet one = parts.diagnosis().noRow();
        one.add(row);
        DiagnosisReport report = parts.diagnosis().fresh(prepared, one);
        if (!one.isEmpty()) {
            return Optional.empty();
        }
        for (Diagnosis.Group group : report.groups()) {
            if (group.rows().contains(row)) {
                return Optional.of(
                        rejected(
                                group.plugin(),
                                group.why(),
                                explanations.ofNode(prepared, group.plugin(), group.why(), row)));
            }
        }
        return Optional.of(
                rejected(
                        "",
                        report.others(),
                        explanations.ofNode(prepared, "", report.others(), row)));
    }

    private static ExplainedRejection rejected(
            String plugin, Reject why, RejectionDetails details) {
        return new ExplainedRejection(
                new RejectedNodes(plugin, why.code().label(), why.reasons(), 1), details);
    }

    /// What the plugin that gates the attempt's pod explains.
    public RejectionDetails explainGate(Attempt attempt, PodReport.Gate gate) {
        return explanations.ofPod(
                attempt,
                gate.plugin(),
                new Reject(gate.reasons(), RejectCode.UNSCHEDULABLE_AND_UNRESOLVABLE));
    }
}
