package dev.berth.engine.loop;

import dev.berth.engine.binding.Binder;
import dev.berth.engine.binding.StatusWriter;
import dev.berth.engine.cycle.Attempt;
import dev.berth.engine.cycle.NodeExplainer;
import dev.berth.engine.cycle.NodeExplanations;
import dev.berth.engine.cycle.PreEnqueueCheck;
import dev.berth.engine.profile.PluginFailure;
import dev.berth.engine.profile.PluginRunner;
import dev.berth.engine.profile.Profile;
import dev.berth.engine.profile.Profiles;
import dev.berth.engine.queue.QueuedPod;
import dev.berth.engine.queue.SchedulingQueue;
import dev.berth.engine.state.ClusterState;
import dev.berth.engine.state.NodeTable;
import dev.berth.engine.state.PodEntry;
import dev.berth.engine.view.Answered;
import dev.berth.engine.view.Decision;
import dev.berth.engine.view.DryRunResult;
import dev.berth.engine.view.NodeVerdicts;
import dev.berth.engine.view.PodDryRun;
import dev.berth.engine.view.PodReport;
import dev.berth.engine.view.Query;
import dev.berth.engine.view.SchedulerStatus;
import dev.berth.engine.view.WhyNotReport;
import dev.berth.model.OwnerReference;
import dev.berth.model.Pod;
import dev.berth.model.PodShape;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.LongSupplier;

/// Answers queries on the scheduling thread, each from the state of one loop iteration. A query
/// changes nothing.
final class QueryAnswers {
    private final ClusterState state;
    private final NodeTable nodes;
    private final SchedulingQueue queue;
    private final Binder binder;
    private final NodeExplainer explainer;
    private final PluginRunner runner;
    private final Profiles profiles;
    private final DecisionRecorder recorder;
    private final StatusWriter statuses;
    private final EngineStatistics statistics;
    private final LoopControl control;
    private final NodeExplanations explanations;
    private final PodViews podViews;
    private final NodeViews nodeViews;
    private final LongSupplier now;

    QueryAnswers(EngineWiring engine, EngineStatistics statistics, LoopControl control) {
        this.state = engine.state();
        this.nodes = state.nodes();
        this.queue = engine.queue();
        this.binder = engine.binder();
        this.explainer = engine.cycle().explainer();
        this.runner = engine.services().runner();
        this.profiles = engine.profiles();
        this.recorder = engine.recorder();
        this.statuses = engine.statuses();
        this.statistics = statistics;
        this.control = control;
        this.explanations = new NodeExplanations(state, runner);
        this.podViews =
                new PodViews(state, queue, binder, profiles, recorder, statuses, engine.services());
        this.nodeViews = new NodeViews(state);
        this.now = engine.now();
    }

    @SuppressWarnings("unchecked") // Each query names the type of its answer.
    <T> T to(Query<T> query) {
        return (T)
                switch (query) {
                    case Query.WithStatus<?>(Query<?> inner) -> new Answered<>(status(), to(inner));
                    case Query.Decisions(int atMost) -> recorder.ring().newest(atMost);
                    case Query.DecisionOf(String podKey) -> recorder.ring().newestOf(podKey);
                    case Query.PendingPods pending -> podViews.pendingPods();
                    case Query.Pods pods -> state.pods().stream().map(PodEntry::seen).toList();
                    case Query.AllPodStates states -> podViews.podStates();
                    case Query.ExplainPod(String podKey) -> known(podKey).map(podViews::report);
                    case Query.DryRun(String podKey) -> known(podKey).map(this::dryRun);
                    case Query.WhyNot(String podKey, String node) -> whyNot(podKey, node);
                    case Query.ExplainNode(String node, int maxShapes) -> verdicts(node, maxShapes);
                    case Query.Nominations nominations -> state.nominations().all();
                    case Query.Stats wanted -> statistics.collect();
                    case Query.Status status -> status();
                    case Query.NodeNames names -> nodeViews.names();
                    case Query.Nodes(long since) -> nodeViews.changes(since);
                    case Query.OneNode(String name) -> nodeViews.report(name);
                };
    }

    private Optional<PodEntry> known(String podKey) {
        return state.uidOf(podKey).flatMap(state::pod);
    }

    private PodDryRun dryRun(PodEntry entry) {
        return new PodDryRun(podViews.report(entry), result(entry));
    }

    private Optional<WhyNotReport> whyNot(String podKey, String node) {
        return nodes.row(node).isEmpty()
                ? Optional.empty()
                : Optional.of(new WhyNotReport(known(podKey).map(this::dryRun)));
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
        if (gate.isPresent() && !entry.seen().assigned()) {
            return NodeExplanations.gated(pod, gate.get());
        }
        Attempt attempt = attempt(pod, profile.get());
        return explanations.of(
                attempt,
                explainer.examine(
                        attempt,
                        candidates -> {
                            throw new IllegalStateException("no extender is interested");
                        }));
    }

    private Attempt attempt(Pod pod, Profile profile) {
        return new Attempt(
                new QueuedPod(pod, profile, now.getAsLong()),
                nodes,
                statuses.nominated(pod),
                true,
                List.of());
    }

    /// Pods of one controller that ask for the same are alike to a node. A pod without a
    /// controller, or with volumes, which may be its own, is like no other: then `owner` is the pod
    /// itself.
    private record Alike(String owner, PodShape shape, Profile profile, int priority) {
        static Alike of(QueuedPod queued) {
            Pod pod = queued.pod();
            String owner =
                    pod.meta().owners().stream()
                            .filter(OwnerReference::controller)
                            .map(OwnerReference::uid)
                            .findFirst()
                            .orElse("");
            boolean single = owner.isEmpty() || !pod.spec().volumes().isEmpty();
            return new Alike(
                    single ? pod.uid() : owner,
                    pod.shape(),
                    queued.profile(),
                    pod.spec().priority());
        }
    }

    private Optional<NodeVerdicts> verdicts(String node, int maxShapes) {
        OptionalInt row = nodes.row(node);
        if (row.isEmpty()) {
            return Optional.empty();
        }
        var alike = new LinkedHashMap<Alike, List<Pod>>();
        int notEvaluated = 0;
        for (QueuedPod queued : queue.all()) {
            if (queued.gated() || binder.waiting().find(queued.uid()).isPresent()) {
                continue;
            }
            Pod pod = queued.pod();
            Alike key = Alike.of(queued);
            if (alike.containsKey(key) || alike.size() < maxShapes) {
                alike.computeIfAbsent(key, other -> new ArrayList<>()).add(pod);
            } else {
                notEvaluated++;
            }
        }
        var verdicts = new ArrayList<NodeVerdicts.Verdict>();
        for (Map.Entry<Alike, List<Pod>> each : alike.entrySet()) {
            List<Pod> pods = each.getValue();
            verdicts.add(
                    new NodeVerdicts.Verdict(
                            pods.stream().map(Pod::key).toList(),
                            rejection(pods.getFirst(), each.getKey().profile(), row.getAsInt())));
        }
        return Optional.of(
                new NodeVerdicts(nodeViews.report(row.getAsInt()), verdicts, notEvaluated));
    }

    private Optional<Decision.RejectedNodes> rejection(Pod pod, Profile profile, int row) {
        try {
            return explainer.evaluate(attempt(pod, profile), row);
        } catch (PluginFailure failure) {
            return Optional.of(
                    new Decision.RejectedNodes(
                            "", "Error", List.of(PluginFailure.textOf(failure)), 1));
        }
    }

    private SchedulerStatus status() {
        return new SchedulerStatus(
                now.getAsLong(),
                nodes.count(),
                state.pods().size(),
                state.assumedPods(),
                queue.sizes(),
                binder.waiting().size(),
                binder.size(),
                recorder.ring().count(),
                recorder.attempts(),
                recorder.scheduled(),
                recorder.unschedulable(),
                recorder.errors(),
                control.paused(),
                state.ready(),
                nodeViews.resources(),
                recorder.latencies().counts());
    }
}
