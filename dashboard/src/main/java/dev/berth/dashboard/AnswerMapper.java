package dev.berth.dashboard;

import dev.berth.answers.AnswerText;
import dev.berth.answers.CandidateItem;
import dev.berth.answers.DecisionItem;
import dev.berth.answers.DryRunAnswer;
import dev.berth.answers.ExplainPodAnswer;
import dev.berth.answers.GateItem;
import dev.berth.answers.NodeResultItem;
import dev.berth.answers.NodeScoresItem;
import dev.berth.answers.PluginScoreItem;
import dev.berth.answers.PreemptionItem;
import dev.berth.answers.QueueMoveItem;
import dev.berth.answers.QueuedPodItem;
import dev.berth.answers.RejectionItem;
import dev.berth.answers.RequeueItem;
import dev.berth.answers.StateCounts;
import dev.berth.answers.StatusAnswer;
import dev.berth.answers.VictimItem;
import dev.berth.engine.view.Decision;
import dev.berth.engine.view.DryRunResult;
import dev.berth.engine.view.PendingPod;
import dev.berth.engine.view.PodReport;
import dev.berth.engine.view.QueueMove;
import dev.berth.engine.view.RequeueEvents;
import dev.berth.engine.view.SchedulerStatus;
import dev.berth.engine.view.SchedulingState;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.Preemption;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// Makes answers of view records, without the names that the caller may not list.
public final class AnswerMapper {
    private static final int MAX_NAMES = 10;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final VisibleNames names;

    AnswerMapper(VisibleNames names) {
        this.names = names;
    }

    /// The dry run of a scheduler that does not run, with all names.
    public static DryRunAnswer answer(DryRunResult result) {
        try {
            return new AnswerMapper(new VisibleNames(ListAccess.ALL)).dryRun(result, 0, "");
        } catch (InterruptedException e) {
            throw new IllegalStateException("access to everything needs no review", e);
        }
    }

    /// A preemption with all names.
    public static PreemptionItem preemption(String pod, Preemption preemption) {
        try {
            return new AnswerMapper(new VisibleNames(ListAccess.ALL)).item(pod, preemption);
        } catch (InterruptedException e) {
            throw new IllegalStateException("access to everything needs no review", e);
        }
    }

    static long millis(long nanos) {
        return nanos / NANOS_PER_MILLI;
    }

    static OptionalLong millis(OptionalLong nanos) {
        return nanos.isEmpty() ? nanos : OptionalLong.of(millis(nanos.getAsLong()));
    }

    static StatusAnswer status(SchedulerStatus status) {
        return new StatusAnswer(
                millis(status.atNanos()),
                status.nodes(),
                status.pods(),
                status.assumed(),
                status.attempts(),
                status.scheduled(),
                status.unschedulable(),
                status.errors(),
                new StateCounts(
                        status.queue().active(),
                        status.queue().backoff(),
                        status.queue().unschedulable(),
                        status.queue().gated(),
                        status.waiting(),
                        status.binding()),
                status.paused(),
                status.informed());
    }

    QueuedPodItem queued(PendingPod pod, List<RequeueEvents> events) throws InterruptedException {
        return new QueuedPodItem(
                names.pod(pod.pod()),
                pod.priority(),
                pod.attempts(),
                millis(pod.sinceNanos()),
                millis(pod.untilNanos()),
                pod.blockingPlugins(),
                pod.node(),
                pod.nominatedNodeName(),
                requeue(events));
    }

    private static List<RequeueItem> requeue(List<RequeueEvents> events) {
        return events.stream()
                .map(each ->
                        new RequeueItem(
                                each.plugin(),
                                each.events().stream().map(ClusterEvent::label).toList(),
                                EventDescriptions.of(each)))
                .toList();
    }

    ExplainPodAnswer explain(PodReport report, long atNanos) throws InterruptedException {
        Optional<PendingPod> pending = report.pending();
        var attempts = new ArrayList<DecisionItem>();
        for (Decision attempt : report.attempts()) {
            attempts.add(decision(attempt, true));
        }
        boolean showsRejections = report.state() != SchedulingState.BOUND && !attempts.isEmpty();
        // The sentences are made of the other fields.
        var answer =
                new ExplainPodAnswer(
                        millis(atNanos),
                        report.pod().key(),
                        report.state().label(),
                        "",
                        pending.map(PendingPod::node)
                                .filter(node -> !node.isEmpty())
                                .orElse(report.node()),
                        report.nominatedNodeName(),
                        pending.map(pod -> OptionalLong.of(millis(pod.sinceNanos())))
                                .orElse(OptionalLong.empty()),
                        pending.map(pod -> millis(pod.untilNanos())).orElse(OptionalLong.empty()),
                        report.pod().spec().priority(),
                        report.pod().spec().schedulerName(),
                        pending.map(PendingPod::blockingPlugins).orElse(List.of()),
                        report.gate().map(gate -> new GateItem(gate.plugin(), gate.reasons())),
                        showsRejections ? attempts.getFirst().rejections() : List.of(),
                        attempts.isEmpty()
                                ? List.of()
                                : AnswerText.scoreDifferences(attempts.getFirst()),
                        requeue(report.requeueEvents()),
                        List.of(),
                        attempts);
        return new ExplainPodAnswer(
                answer.atMillis(),
                answer.pod(),
                answer.state(),
                AnswerText.summary(answer),
                answer.node(),
                answer.nominatedNodeName(),
                answer.sinceMillis(),
                answer.untilMillis(),
                answer.priority(),
                answer.schedulerName(),
                answer.plugins(),
                answer.gate(),
                answer.rejections(),
                answer.scoreDifferences(),
                answer.requeue(),
                AnswerText.hints(answer),
                answer.attempts());
    }

    /// @param detailed whether it has the results of single nodes, where they are kept
    DecisionItem decision(Decision decision, boolean detailed) throws InterruptedException {
        String outcome;
        String node = "";
        int ties = 0;
        Optional<NodeScoresItem> winner = Optional.empty();
        Optional<NodeScoresItem> runnerUp = Optional.empty();
        Map<String, List<String>> allocations = Map.of();
        String message = "";
        List<String> plugins = List.of();
        Optional<PreemptionItem> preemption = Optional.empty();
        switch (decision.outcome()) {
            case Decision.Placed placed -> {
                outcome = "scheduled";
                node = names.node(placed.node());
                ties = placed.ties();
                winner = Optional.of(scores(placed.winner()));
                runnerUp =
                        placed.runnerUp().isEmpty()
                                ? Optional.empty()
                                : Optional.of(scores(placed.runnerUp().get()));
                allocations = placed.offers();
            }
            case Decision.Unschedulable unschedulable -> {
                outcome = "unschedulable";
                message = unschedulable.message();
                plugins = unschedulable.plugins();
                if (unschedulable.preemption().isPresent()) {
                    preemption =
                            Optional.of(item(decision.pod(), unschedulable.preemption().get()));
                }
            }
            case Decision.Failed failed -> {
                outcome = "error";
                message = failed.message();
            }
        }
        Optional<List<Decision.NodeDetail>> details = decision.detail();
        return new DecisionItem(
                decision.number(),
                names.pod(decision.pod()),
                decision.profile(),
                decision.attempt(),
                millis(decision.atNanos()),
                decision.tookNanos() / 1_000,
                decision.nodes(),
                decision.feasible(),
                outcome,
                node,
                ties,
                winner,
                runnerUp,
                allocations,
                message,
                plugins,
                preemption,
                details.isPresent() && !details.get().isEmpty()
                        ? rejections(details.get())
                        : decision.rejected().stream()
                                .map(each -> rejection(each, List.of()))
                                .toList(),
                decision.moves().stream().map(AnswerMapper::move).toList(),
                detailed && details.isPresent() ? results(details.get()) : List.of());
    }

    private static QueueMoveItem move(QueueMove move) {
        return new QueueMoveItem(
                move.queue().equals("inflight") ? SchedulingState.IN_FLIGHT.label() : move.queue(),
                move.event(),
                millis(move.atNanos()));
    }

    DryRunAnswer dryRun(DryRunResult result, long atNanos, String note)
            throws InterruptedException {
        var best = new ArrayList<String>();
        for (String node : result.best()) {
            if (names.showsNode(node)) {
                best.add(node);
            }
        }
        var rejections = new ArrayList<RejectionItem>();
        result.preFilter().ifPresent(why -> rejections.add(rejection(why, List.of())));
        Collection<Decision.NodeDetail> details = result.nodes().values();
        rejections.addAll(rejections(details));
        var answer =
                new DryRunAnswer(
                        millis(atNanos),
                        result.pod(),
                        result.profile(),
                        result.outcome().name().toLowerCase(Locale.ROOT),
                        "",
                        note,
                        message(result),
                        result.unschedulablePlugins(),
                        best,
                        result.nominated(),
                        result.preFilter()
                                .map(Decision.RejectedNodes::nodes)
                                .orElse(details.size()),
                        (int) details.stream().filter(each -> each.rejection().isEmpty()).count(),
                        result.offers(),
                        result.preemption().isEmpty()
                                ? Optional.empty()
                                : Optional.of(item(result.pod(), result.preemption().get())),
                        rejections,
                        results(details));
        return new DryRunAnswer(
                answer.atMillis(),
                answer.pod(),
                answer.profile(),
                answer.outcome(),
                AnswerText.summary(answer),
                answer.note(),
                answer.message(),
                answer.plugins(),
                answer.bestNodes(),
                answer.nominated(),
                answer.nodes(),
                answer.feasible(),
                answer.allocations(),
                answer.preemption(),
                answer.rejections(),
                answer.nodeResults());
    }

    private static String message(DryRunResult result) {
        if (result.outcome() != DryRunResult.Outcome.SKIPPED) {
            return result.message();
        }
        if (result.message().isEmpty()) {
            return "no profile is named \"%s\"".formatted(result.profile());
        }
        return result.message().startsWith("skip schedule deleting pod")
                ? "it is being deleted"
                : result.message();
    }

    /// The rejections of single nodes by plugin and reasons, the most frequent first.
    List<RejectionItem> rejections(Collection<Decision.NodeDetail> details)
            throws InterruptedException {
        record Same(String plugin, String code, List<String> reasons) {}
        var counts = new LinkedHashMap<Same, Integer>();
        var examples = new HashMap<Same, List<String>>();
        for (Decision.NodeDetail detail : details) {
            if (detail.rejection().isPresent()) {
                Decision.RejectedNodes why = detail.rejection().get();
                var same = new Same(why.plugin(), why.code(), why.reasons());
                counts.merge(same, 1, Integer::sum);
                List<String> some = examples.computeIfAbsent(same, other -> new ArrayList<>());
                if (some.size() < MAX_NAMES && names.showsNode(detail.node())) {
                    some.add(detail.node());
                }
            }
        }
        return counts.entrySet().stream()
                .sorted(Map.Entry.<Same, Integer>comparingByValue().reversed())
                .map(each ->
                        rejection(
                                new Decision.RejectedNodes(
                                        each.getKey().plugin(),
                                        each.getKey().code(),
                                        each.getKey().reasons(),
                                        each.getValue()),
                                examples.getOrDefault(each.getKey(), List.of())))
                .toList();
    }

    static RejectionItem rejection(Decision.RejectedNodes rejected, List<String> nodeNames) {
        return new RejectionItem(
                rejected.plugin(),
                rejected.code(),
                rejected.reasons(),
                rejected.nodes(),
                nodeNames,
                HelpPages.of(rejected.plugin()));
    }

    NodeScoresItem scores(Decision.ScoreCard card) throws InterruptedException {
        return new NodeScoresItem(
                names.node(card.node()),
                card.total(),
                card.scores().stream()
                        .map(score ->
                                new PluginScoreItem(
                                        score.plugin(),
                                        score.raw(),
                                        score.normalized(),
                                        score.weighted()))
                        .toList());
    }

    /// The results of single nodes, without those that the caller may not list.
    private List<NodeResultItem> results(Collection<Decision.NodeDetail> details)
            throws InterruptedException {
        var results = new ArrayList<NodeResultItem>();
        // Many nodes share one rejection.
        var known = new HashMap<Decision.RejectedNodes, RejectionItem>();
        for (Decision.NodeDetail detail : details) {
            if (names.showsNode(detail.node())) {
                results.add(
                        new NodeResultItem(
                                detail.node(),
                                detail.rejection()
                                        .map(why ->
                                                known.computeIfAbsent(
                                                        why, it -> rejection(it, List.of()))),
                                detail.scores().isEmpty()
                                        ? Optional.empty()
                                        : Optional.of(scores(detail.scores().get()))));
            }
        }
        return results;
    }

    private PreemptionItem item(String pod, Preemption preemption) throws InterruptedException {
        Preemption.Candidate taken = preemption.chosen();
        var victims = new ArrayList<VictimItem>();
        for (Preemption.Victim victim : taken.victims()) {
            boolean visible = names.showsPod(victim.pod());
            victims.add(
                    new VictimItem(
                            names.pod(victim.pod()),
                            victim.priority(),
                            visible ? victim.why() : List.of(),
                            visible ? victim.budgets() : List.of(),
                            visible && victim.violates()));
        }
        var reprieved = new ArrayList<String>();
        for (String other : taken.reprieved()) {
            if (names.showsPod(other)) {
                reprieved.add(other);
            }
        }
        var candidates = new ArrayList<CandidateItem>();
        for (Preemption.Candidate option : preemption.candidates()) {
            if (names.showsNode(option.node())) {
                candidates.add(
                        new CandidateItem(
                                option.node(), option.victims().size(), option.violations()));
            }
        }
        var item =
                new PreemptionItem(
                        "",
                        preemption.examined(),
                        preemption.possible(),
                        names.node(taken.node()),
                        preemption.decidedBy(),
                        victims,
                        reprieved,
                        candidates);
        return new PreemptionItem(
                AnswerText.summary(pod, item),
                item.nodesExamined(),
                item.candidates(),
                item.node(),
                item.decidedBy(),
                item.victims(),
                item.reprieved(),
                item.candidateNodes());
    }
}
