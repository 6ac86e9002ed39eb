package dev.berth.dashboard;

import dev.berth.answers.AnswerText;
import dev.berth.answers.CandidateItem;
import dev.berth.answers.DecisionItem;
import dev.berth.answers.DryRunAnswer;
import dev.berth.answers.ExplainPodAnswer;
import dev.berth.answers.FactItem;
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
import dev.berth.engine.view.RejectionReport;
import dev.berth.engine.view.RequeueEvents;
import dev.berth.engine.view.SchedulerStatus;
import dev.berth.engine.view.SchedulingState;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.Preemption;
import dev.berth.spi.RejectCode;
import dev.berth.spi.RejectionDetails;

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
    private final FactMapper facts;

    AnswerMapper(VisibleNames names) {
        this.names = names;
        this.facts = new FactMapper(names);
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

    /// The facts behind one rejection, with all names.
    ///
    /// @param node the empty name if the pod is rejected as a whole
    public static List<FactItem> facts(String node, RejectionDetails details) {
        try {
            return new FactMapper(new VisibleNames(ListAccess.ALL))
                    .facts(List.of(new FactMapper.Explained(node, details)));
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

    /// @param dryRun a dry run for the same state, for the facts behind the rejections
    ExplainPodAnswer explain(PodReport report, Optional<DryRunResult> dryRun, long atNanos)
            throws InterruptedException {
        Optional<PendingPod> pending = report.pending();
        List<RejectionItem> now = dryRun.isEmpty() ? List.of() : rejections(dryRun.get());
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
                        report.gate()
                                .map(gate ->
                                        new GateItem(
                                                gate.plugin(),
                                                gate.reasons(),
                                                now.stream()
                                                        .filter(each ->
                                                                each.plugin().equals(gate.plugin()))
                                                        .flatMap(each -> each.facts().stream())
                                                        .toList())),
                        showsRejections
                                ? explained(attempts.getFirst().rejections(), now)
                                : report.gate().isPresent() ? List.of() : now,
                        attempts.isEmpty()
                                ? List.of()
                                : AnswerText.scoreDifferences(attempts.getFirst()),
                        requeue(report.requeueEvents()),
                        hints(report, dryRun, now),
                        attempts);
        return new ExplainPodAnswer(
                answer.atMillis(),
                answer.pod(),
                answer.state(),
                pending.filter(PendingPod::deferred).isPresent()
                        ? AnswerText.deferred(answer)
                        : AnswerText.summary(answer),
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
                answer.hints(),
                answer.attempts());
    }

    private static List<String> hints(
            PodReport report, Optional<DryRunResult> dryRun, List<RejectionItem> now) {
        var hints = new ArrayList<>(AnswerText.hints(now));
        dryRun.map(DryRunResult::outcome)
                .filter(outcome -> outcome == DryRunResult.Outcome.SCHEDULED)
                .ifPresent(outcome ->
                        hints.add(AnswerText.fitsNow(report.gate().map(PodReport.Gate::plugin))));
        return hints;
    }

    /// The rejections of an attempt, with the facts of those that are still the same.
    private static List<RejectionItem> explained(
            List<RejectionItem> attempt, List<RejectionItem> now) {
        var explained = new ArrayList<RejectionItem>();
        for (RejectionItem each : attempt) {
            Optional<RejectionItem> same =
                    now.stream()
                            .filter(other ->
                                    other.plugin().equals(each.plugin())
                                            && other.code().equals(each.code())
                                            && other.reasons().equals(each.reasons()))
                            .findFirst();
            explained.add(
                    same.map(other ->
                                    new RejectionItem(
                                            each.plugin(),
                                            each.code(),
                                            each.reasons(),
                                            each.nodes(),
                                            each.nodeNames(),
                                            each.helpPage(),
                                            other.facts(),
                                            other.advice()))
                            .orElse(each));
        }
        return explained;
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
                        ? rejections(details.get(), RejectionReport.NONE)
                        : decision.rejected().stream()
                                .map(each -> rejection(each, List.of(), List.of(), List.of()))
                                .toList(),
                decision.moves().stream().map(AnswerMapper::move).toList(),
                detailed && details.isPresent()
                        ? results(details.get(), RejectionReport.NONE)
                        : List.of());
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
        List<RejectionItem> rejections = rejections(result);
        Collection<Decision.NodeDetail> details = result.nodes().values();
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
                        result.evaluatedNodes(),
                        (int) details.stream().filter(each -> each.rejection().isEmpty()).count(),
                        result.offers(),
                        result.preemption().isEmpty()
                                ? Optional.empty()
                                : Optional.of(item(result.pod(), result.preemption().get())),
                        rejections,
                        result.outcome() == DryRunResult.Outcome.SCHEDULED
                                ? List.of()
                                : AnswerText.hints(rejections),
                        results(details, result.rejections()));
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
                answer.hints(),
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

    /// The rejections of a dry run by plugin and reasons, the most frequent first.
    private List<RejectionItem> rejections(DryRunResult result) throws InterruptedException {
        var rejections = new ArrayList<RejectionItem>();
        if (result.preFilter().isPresent()) {
            rejections.add(
                    rejection(
                            result.preFilter().get(),
                            List.of(),
                            List.of(new FactMapper.Explained("", result.rejections().ofPod()))));
        }
        if (result.outcome() == DryRunResult.Outcome.GATED) {
            rejections.add(
                    rejection(
                            new Decision.RejectedNodes(
                                    result.unschedulablePlugins().getFirst(),
                                    RejectCode.UNSCHEDULABLE_AND_UNRESOLVABLE.label(),
                                    List.of(result.message()),
                                    0),
                            List.of(),
                            List.of(new FactMapper.Explained("", result.rejections().ofPod()))));
        }
        rejections.addAll(rejections(result.nodes().values(), result.rejections()));
        return rejections;
    }

    private List<RejectionItem> rejections(
            Collection<Decision.NodeDetail> details, RejectionReport report)
            throws InterruptedException {
        record Same(String plugin, String code, List<String> reasons) {}
        var counts = new LinkedHashMap<Same, Integer>();
        var examples = new HashMap<Same, List<String>>();
        var explained = new HashMap<Same, List<FactMapper.Explained>>();
        for (Decision.NodeDetail detail : details) {
            if (detail.rejection().isPresent()) {
                Decision.RejectedNodes why = detail.rejection().get();
                var same = new Same(why.plugin(), why.code(), why.reasons());
                counts.merge(same, 1, Integer::sum);
                explained
                        .computeIfAbsent(same, other -> new ArrayList<>())
                        .add(new FactMapper.Explained(detail.node(), report.ofNode(detail.node())));
                List<String> some = examples.computeIfAbsent(same, other -> new ArrayList<>());
                if (some.size() < MAX_NAMES && names.showsNode(detail.node())) {
                    some.add(detail.node());
                }
            }
        }
        var items = new ArrayList<RejectionItem>();
        for (Map.Entry<Same, Integer> each :
                counts.entrySet().stream()
                        .sorted(Map.Entry.<Same, Integer>comparingByValue().reversed())
                        .toList()) {
            Same same = each.getKey();
            items.add(
                    rejection(
                            new Decision.RejectedNodes(
                                    same.plugin(), same.code(), same.reasons(), each.getValue()),
                            examples.getOrDefault(same, List.of()),
                            explained.getOrDefault(same, List.of())));
        }
        return items;
    }

    RejectionItem rejection(
            Decision.RejectedNodes rejected,
            List<String> nodeNames,
            Collection<FactMapper.Explained> explained)
            throws InterruptedException {
        return rejection(rejected, nodeNames, facts.facts(explained), FactMapper.advice(explained));
    }

    private static RejectionItem rejection(
            Decision.RejectedNodes rejected,
            List<String> nodeNames,
            List<FactItem> facts,
            List<String> advice) {
        return new RejectionItem(
                rejected.plugin(),
                rejected.code(),
                rejected.reasons(),
                rejected.nodes(),
                nodeNames,
                HelpPages.of(rejected.plugin()),
                facts,
                advice);
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
    private List<NodeResultItem> results(
            Collection<Decision.NodeDetail> details, RejectionReport report)
            throws InterruptedException {
        var results = new ArrayList<NodeResultItem>();
        for (Decision.NodeDetail detail : details) {
            if (names.showsNode(detail.node())) {
                results.add(
                        new NodeResultItem(
                                detail.node(),
                                detail.rejection().isEmpty()
                                        ? Optional.empty()
                                        : Optional.of(
                                                rejection(
                                                        detail.rejection().get(),
                                                        List.of(),
                                                        List.of(
                                                                new FactMapper.Explained(
                                                                        detail.node(),
                                                                        report.ofNode(
                                                                                detail.node()))))),
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
