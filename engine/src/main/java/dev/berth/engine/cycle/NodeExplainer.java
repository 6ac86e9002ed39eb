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
        FeasibleNodes.Found found = parts.feasible().find(prepared);
        MutableNodeSet passing = parts.diagnosis().everyRow();
        DiagnosisReport report = parts.diagnosis().fresh(prepared, passing);
        if (!passing.equals(found.rows())) {
            // A bug of the engine, or of a plugin that declares too few dependencies.
            parts.shapes().clear();
            throw PluginFailure.of(
                    PluginCall.CACHED_VERDICTS,
                    PluginFailures.ENGINE,
                    new IllegalStateException(
                            "cached verdicts %s differ from fresh verdicts %s"
                                    .formatted(found.rows(), passing)));
        }
        int nominated = parts.nominated().passingNominatedRow(prepared);
        if (prepared.attempt().interestedExtenders().isEmpty() || passing.isEmpty()) {
            return scored(prepared, found, report, passing, nominated, List.of());
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
                yield scored(
                        prepared,
                        new FeasibleNodes.Found(found.shape(), found.rows(), false, List.of()),
                        NodeSearch.withExtenders(nodes, report, extenderResult, dropped),
                        passing,
                        nominated >= 0 && accepted.contains(nominated) ? nominated : -1,
                        extenderResult.extenderScores());
            }
        };
    }

    private ExplanationResult scored(
            PreparedAttempt prepared,
            FeasibleNodes.Found found,
            DiagnosisReport report,
            MutableNodeSet passing,
            int nominated,
            List<ExtenderResult.ExtenderScores> extenderScores) {
        List<NodeDetail> details = parts.diagnosis().byNode(report, prepared);
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
