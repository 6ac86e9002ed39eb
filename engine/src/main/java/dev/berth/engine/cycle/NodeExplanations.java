package dev.berth.engine.cycle;

import dev.berth.engine.profile.PluginRunner;
import dev.berth.engine.state.ClusterState;
import dev.berth.engine.view.Decision.NodeDetail;
import dev.berth.engine.view.Decision.RejectedNodes;
import dev.berth.engine.view.DryRunResult;
import dev.berth.engine.view.PodReport;
import dev.berth.engine.view.RejectionReport;
import dev.berth.model.Pod;
import dev.berth.spi.NodeView;
import dev.berth.spi.RejectionDetails;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Creates explanations from the verdicts and scores of every node.
public final class NodeExplanations {
    private final ClusterState state;
    private final PluginRunner runner;

    public NodeExplanations(ClusterState state, PluginRunner runner) {
        this.state = state;
        this.runner = runner;
    }

    /// Runs PostFilter for a pod that fits on no node.
    @FunctionalInterface
    public interface PostFilterRunner {
        PostFilters.Result run(Attempt attempt, DiagnosisReport diagnosis);
    }

    /// Without PostFilter.
    public DryRunResult of(Attempt attempt, ExplanationResult explanation) {
        return of(attempt, explanation, Optional.empty());
    }

    public DryRunResult of(
            Attempt attempt, ExplanationResult explanation, PostFilterRunner postFilters) {
        return of(attempt, explanation, Optional.of(postFilters));
    }

    private DryRunResult of(
            Attempt attempt,
            ExplanationResult explanation,
            Optional<PostFilterRunner> postFilters) {
        Pod pod = attempt.pod();
        return switch (explanation) {
            case ExplanationResult.NoNodes none ->
                    without(
                            pod,
                            DryRunResult.Outcome.UNSCHEDULABLE,
                            List.of(),
                            Choice.NoNodes.MESSAGE);
            case ExplanationResult.Broken(String message) ->
                    without(pod, DryRunResult.Outcome.ERROR, List.of(), message);
            case ExplanationResult.Unfit unfit -> unfit(attempt, unfit, postFilters);
            case ExplanationResult.Fit fit -> fit(attempt, fit);
        };
    }

    public static DryRunResult gated(Pod pod, PodReport.Gate gate, RejectionDetails details) {
        return without(
                pod,
                DryRunResult.Outcome.GATED,
                List.of(gate.plugin()),
                String.join(", ", gate.reasons()),
                RejectionReport.ofPod(details));
    }

    /// A result without verdicts of nodes.
    public static DryRunResult without(
            Pod pod, DryRunResult.Outcome outcome, List<String> plugins, String message) {
        return without(pod, outcome, plugins, message, RejectionReport.NONE);
    }

    private static DryRunResult without(
            Pod pod,
            DryRunResult.Outcome outcome,
            List<String> plugins,
            String message,
            RejectionReport rejections) {
        return new DryRunResult(
                pod.key(),
                pod.spec().schedulerName(),
                outcome,
                List.of(),
                false,
                Collections.emptySortedMap(),
                Optional.empty(),
                rejections,
                0,
                plugins,
                List.of(),
                message,
                Optional.empty(),
                Optional.empty(),
                Collections.emptySortedMap(),
                Collections.emptySortedMap());
    }

    private DryRunResult unfit(
            Attempt attempt,
            ExplanationResult.Unfit unfit,
            Optional<PostFilterRunner> postFilters) {
        Optional<PostFilters.Result> postFiltered =
                postFilters
                        .filter(any -> !attempt.profile().postFilters().isEmpty())
                        .map(some -> some.run(attempt, unfit.diagnosis()));
        DiagnosisReport diagnosis =
                postFiltered.map(PostFilters.Result::diagnosis).orElse(unfit.diagnosis());
        return new DryRunResult(
                attempt.pod().key(),
                attempt.profile().name(),
                DryRunResult.Outcome.UNSCHEDULABLE,
                List.of(),
                false,
                byName(unfit.nodes()),
                diagnosis
                        .podRejection()
                        .map(why ->
                                new RejectedNodes(
                                        diagnosis.preFilterPlugin(),
                                        why.code().label(),
                                        why.reasons(),
                                        0)),
                unfit.rejections(),
                state.nodes().count(),
                List.copyOf(diagnosis.plugins()),
                List.copyOf(diagnosis.pending()),
                diagnosis.message(),
                postFiltered.map(some -> diagnosis.postFilterMessage()),
                postFiltered.flatMap(PostFilters.Result::preemption),
                Collections.emptySortedMap(),
                Collections.emptySortedMap());
    }

    private DryRunResult fit(Attempt attempt, ExplanationResult.Fit fit) {
        Pod pod = attempt.pod();
        List<String> best = fit.nominated().map(List::of).orElseGet(() -> best(fit.nodes()));
        return new DryRunResult(
                pod.key(),
                pod.spec().schedulerName(),
                DryRunResult.Outcome.SCHEDULED,
                best,
                fit.nominated().isPresent(),
                byName(fit.nodes()),
                Optional.empty(),
                fit.rejections(),
                state.nodes().count(),
                List.copyOf(fit.diagnosis().plugins()),
                List.copyOf(fit.diagnosis().pending()),
                "",
                Optional.empty(),
                Optional.empty(),
                ReservationText.of(attempt, view(best.getFirst()), runner),
                ReservationText.claims(attempt, view(best.getFirst()), runner));
    }

    private NodeView view(String node) {
        return state.nodes().view(state.nodes().row(node).orElseThrow());
    }

    private static SortedMap<String, NodeDetail> byName(List<NodeDetail> nodes) {
        var sorted = new TreeMap<String, NodeDetail>();
        for (NodeDetail node : nodes) {
            sorted.put(node.node(), node);
        }
        return sorted;
    }

    private static List<String> best(List<NodeDetail> nodes) {
        var best = new ArrayList<String>();
        long highest = Long.MIN_VALUE;
        for (NodeDetail node : nodes) {
            if (node.scores().isPresent()) {
                long total = node.scores().get().total();
                if (total > highest) {
                    best.clear();
                    highest = total;
                }
                if (total == highest) {
                    best.add(node.node());
                }
            }
        }
        Collections.sort(best);
        return best;
    }
}
