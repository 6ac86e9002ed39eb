package dev.berth.engine.loop;

import dev.berth.engine.cycle.Attempt;
import dev.berth.engine.cycle.NodeExplainer;
import dev.berth.engine.cycle.NodeExplanations;
import dev.berth.engine.cycle.PreEnqueueCheck;
import dev.berth.engine.profile.PluginRunner;
import dev.berth.engine.profile.Profile;
import dev.berth.engine.profile.Profiles;
import dev.berth.engine.state.PodEntry;
import dev.berth.engine.view.DryRunResult;
import dev.berth.engine.view.PodDryRun;
import dev.berth.engine.view.PodExplanation;
import dev.berth.engine.view.PodReport;
import dev.berth.engine.view.SchedulingState;
import dev.berth.model.Pod;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Runs scheduling cycles without side effects, for queries. They call no extenders and try no
/// preemption.
final class PodDryRuns {
    private static final Set<SchedulingState> REJECTED =
            Set.of(SchedulingState.UNSCHEDULABLE, SchedulingState.BACKOFF, SchedulingState.GATED);

    private final Profiles profiles;
    private final PluginRunner runner;
    private final AttemptFactory attempts;
    private final NodeExplainer explainer;
    private final NodeExplanations explanations;
    private final PodViews podViews;

    PodDryRuns(
            Profiles profiles,
            PluginRunner runner,
            AttemptFactory attempts,
            NodeExplainer explainer,
            NodeExplanations explanations,
            PodViews podViews) {
        this.profiles = profiles;
        this.runner = runner;
        this.attempts = attempts;
        this.explainer = explainer;
        this.explanations = explanations;
        this.podViews = podViews;
    }

    PodDryRun of(PodEntry entry) {
        return new PodDryRun(podViews.report(entry), result(entry));
    }

    PodExplanation explanationOf(PodEntry entry) {
        PodReport report = podViews.report(entry);
        return new PodExplanation(
                report,
                REJECTED.contains(report.state()) ? Optional.of(result(entry)) : Optional.empty());
    }

    /// A scheduling cycle for a pod on the current state. The requests of a pod that has a node
    /// still count there.
    private DryRunResult result(PodEntry entry) {
        Pod pod = entry.seen().on("");
        Optional<Profile> profile = profiles.of(pod);
        if (profile.isEmpty()) {
            return NodeExplanations.without(
                    pod,
                    DryRunResult.Outcome.SKIPPED,
                    List.of(),
                    "its scheduler is \"%s\"".formatted(pod.spec().schedulerName()));
        }
        Optional<PodReport.Gate> gate = PreEnqueueCheck.of(profile.get(), pod, runner);
        Attempt attempt = attempts.createDryRun(pod, profile.get());
        if (gate.isPresent() && !entry.seen().assigned()) {
            return NodeExplanations.gated(
                    pod, gate.get(), explainer.explainGate(attempt, gate.get()));
        }
        return explanations.of(
                attempt,
                explainer.examine(
                        attempt,
                        candidates -> {
                            throw new IllegalStateException("no extender is interested");
                        }));
    }
}
