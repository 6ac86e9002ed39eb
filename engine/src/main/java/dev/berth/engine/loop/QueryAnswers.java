package dev.berth.engine.loop;

import dev.berth.engine.port.Message;
import dev.berth.engine.state.ClusterState;
import dev.berth.engine.state.PodEntry;
import dev.berth.engine.view.Answered;
import dev.berth.engine.view.DecisionRing;
import dev.berth.engine.view.NodeVerdicts;
import dev.berth.engine.view.Query;
import dev.berth.engine.view.WhyNotReport;

import java.util.Optional;
import java.util.OptionalInt;

/// Answers queries on the scheduling thread, each from the state of one loop iteration. A query
/// changes nothing.
final class QueryAnswers {
    private final ClusterState state;
    private final DecisionRing decisions;
    private final EngineStatistics statistics;
    private final PodViews podViews;
    private final NodeViews nodeViews;
    private final PodDryRuns dryRuns;
    private final PendingPodsOnNode pendingPods;

    QueryAnswers(
            ClusterState state,
            DecisionRing decisions,
            EngineStatistics statistics,
            PodViews podViews,
            NodeViews nodeViews,
            PodDryRuns dryRuns,
            PendingPodsOnNode pendingPods) {
        this.state = state;
        this.decisions = decisions;
        this.statistics = statistics;
        this.podViews = podViews;
        this.nodeViews = nodeViews;
        this.dryRuns = dryRuns;
        this.pendingPods = pendingPods;
    }

    /// Completes the answer to a query.
    <T> void answer(Message.Ask<T> ask) {
        try {
            ask.answer().complete(to(ask.query()));
        } catch (RuntimeException | Error problem) {
            ask.answer().completeExceptionally(problem);
            throw problem;
        }
    }

    @SuppressWarnings("unchecked") // Each query names the type of its answer.
    private <T> T to(Query<T> query) {
        return (T)
                switch (query) {
                    case Query.WithStatus<?>(Query<?> inner) ->
                            new Answered<>(statistics.status(), to(inner));
                    case Query.Decisions(int atMost) -> decisions.newest(atMost);
                    case Query.DecisionOf(String podKey) -> decisions.newestOf(podKey);
                    case Query.PendingPods pending -> podViews.pendingPods();
                    case Query.Pods pods -> state.pods().stream().map(PodEntry::seen).toList();
                    case Query.AllPodStates states -> podViews.podStates();
                    case Query.ExplainPod(String podKey) -> known(podKey).map(podViews::report);
                    case Query.ExplainRejections(String podKey) ->
                            known(podKey).map(dryRuns::explanationOf);
                    case Query.DryRun(String podKey) -> known(podKey).map(dryRuns::of);
                    case Query.WhyNot(String podKey, String node) -> whyNot(podKey, node);
                    case Query.ExplainNode(String node, int maxShapes) -> verdicts(node, maxShapes);
                    case Query.Nominations nominations -> state.nominations().all();
                    case Query.Stats wanted -> statistics.collect();
                    case Query.Status status -> statistics.status();
                    case Query.NodeNames names -> nodeViews.names();
                    case Query.Nodes(long since) -> nodeViews.changes(since);
                    case Query.OneNode(String name) -> nodeViews.report(name);
                };
    }

    private Optional<PodEntry> known(String podKey) {
        return state.uidOf(podKey).flatMap(state::pod);
    }

    private Optional<WhyNotReport> whyNot(String podKey, String node) {
        return state.nodes().row(node).isEmpty()
                ? Optional.empty()
                : Optional.of(new WhyNotReport(known(podKey).map(dryRuns::of)));
    }

    private Optional<NodeVerdicts> verdicts(String node, int maxShapes) {
        OptionalInt row = state.nodes().row(node);
        return row.isEmpty()
                ? Optional.empty()
                : Optional.of(pendingPods.verdicts(row.getAsInt(), maxShapes));
    }
}
