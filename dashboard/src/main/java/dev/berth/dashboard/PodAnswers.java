package dev.berth.dashboard;

import dev.berth.answers.AnswerText;
import dev.berth.answers.DecisionItem;
import dev.berth.answers.DecisionsAnswer;
import dev.berth.answers.DryRunAnswer;
import dev.berth.answers.ExplainPodAnswer;
import dev.berth.answers.NodeScoresItem;
import dev.berth.answers.PodItem;
import dev.berth.answers.PodsAnswer;
import dev.berth.answers.QueueAnswer;
import dev.berth.answers.QueueState;
import dev.berth.answers.QueueStateItem;
import dev.berth.answers.QueuedPodItem;
import dev.berth.answers.RejectionItem;
import dev.berth.answers.WhyNotAnswer;
import dev.berth.engine.view.Answered;
import dev.berth.engine.view.Decision;
import dev.berth.engine.view.DryRunResult;
import dev.berth.engine.view.PendingPod;
import dev.berth.engine.view.PodDryRun;
import dev.berth.engine.view.PodExplanation;
import dev.berth.engine.view.PodStates.PodState;
import dev.berth.engine.view.Query;
import dev.berth.engine.view.SchedulingState;
import dev.berth.engine.view.WhyNotReport;
import dev.berth.model.Pod;
import dev.berth.serving.http.ServerRequest;
import dev.berth.serving.http.ServerResponse;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;

/// Answers about pods: which there are, their scheduling states, and the reasons.
final class PodAnswers {
    private static final int MAX_ROWS = 5_000;
    private static final int DEFAULT_PODS = 200;
    private static final int DEFAULT_QUEUED = 100;
    private static final int DEFAULT_DECISIONS = 100;

    private final SchedulerQueries queries;
    private final DashboardPods pods;

    PodAnswers(SchedulerQueries queries, DashboardPods pods) {
        this.queries = queries;
        this.pods = pods;
    }

    private static int number(ServerRequest call, String name, int absent, int max)
            throws QuestionException {
        String text = call.query().first(name).orElse("");
        if (text.isEmpty()) {
            return absent;
        }
        try {
            int number = Integer.parseInt(text);
            if (number >= 0 && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw new QuestionException(
                ServerResponse.BAD_REQUEST,
                "%s must be a number from 0 to %d, was \"%s\"".formatted(name, max, text));
    }

    private DashboardPods.Snapshot snapshot() throws QuestionException {
        DashboardPods.Snapshot snapshot = pods.snapshot().orElseThrow(QuestionException::busy);
        SchedulerQueries.informed(snapshot.status());
        return snapshot;
    }

    PodsAnswer list(ServerRequest call, ListAccess access)
            throws InterruptedException, QuestionException {
        String search = call.query().first("search").orElse("").toLowerCase(Locale.ROOT);
        String state = call.query().first("state").orElse("");
        String node = call.query().first("node").orElse("");
        String order = call.query().first("sort").filter(it -> !it.isEmpty()).orElse("name");
        int offset = number(call, "offset", 0, Integer.MAX_VALUE);
        int limit = number(call, "limit", DEFAULT_PODS, MAX_ROWS);
        DashboardPods.Snapshot snapshot = snapshot();
        List<PodState> all =
                snapshot.sorted(order)
                        .orElseThrow(() ->
                                new QuestionException(
                                        ServerResponse.BAD_REQUEST,
                                        "sort must be name, age, state or priority, or one of these"
                                                + " with - before it, was \"%s\""
                                                        .formatted(order)));
        // The number of hidden pods on a node is for callers who may list nodes.
        boolean counted = node.isEmpty() || access.mayListNodes();
        var names = new VisibleNames(access);
        var items = new ArrayList<PodItem>();
        int total = 0;
        int hidden = 0;
        for (PodState pod : all) {
            if (!state.isEmpty() && !pod.state().label().equals(state)
                    || !node.isEmpty() && !pod.node().equals(node)) {
                continue;
            }
            if (!names.showsNamespace(pod.pod().namespace())) {
                hidden += counted ? 1 : 0;
                continue;
            }
            if (!search.isEmpty() && !pod.pod().key().toLowerCase(Locale.ROOT).contains(search)) {
                continue;
            }
            if (total >= offset && items.size() < limit) {
                items.add(
                        new PodItem(
                                pod.pod().key(),
                                pod.state().label(),
                                pod.node(),
                                pod.nominatedNodeName(),
                                pod.pod().spec().priority(),
                                DashboardPods.createdMillis(pod.pod()),
                                pod.attempts()));
            }
            total++;
        }
        return new PodsAnswer(
                AnswerMapper.millis(snapshot.status().atNanos()), total, hidden, items);
    }

    QueueAnswer queue(ServerRequest call, ListAccess access)
            throws InterruptedException, QuestionException {
        String only = call.query().first("state").orElse("");
        String search = call.query().first("search").orElse("").toLowerCase(Locale.ROOT);
        int offset = number(call, "offset", 0, Integer.MAX_VALUE);
        int limit = number(call, "limit", DEFAULT_QUEUED, MAX_ROWS);
        if (!only.isEmpty() && QueueState.of(only).isEmpty()) {
            throw new QuestionException(
                    ServerResponse.BAD_REQUEST,
                    "state must be one of %s, was \"%s\""
                            .formatted(String.join(", ", QueueState.labels()), only));
        }
        DashboardPods.Snapshot snapshot = snapshot();
        var names = new VisibleNames(access);
        var mapper = new AnswerMapper(names);
        var states = new ArrayList<QueueStateItem>();
        for (String state : only.isEmpty() ? QueueState.labels() : List.of(only)) {
            var items = new ArrayList<QueuedPodItem>();
            int count = 0;
            int hidden = 0;
            int matching = 0;
            long oldest = Long.MAX_VALUE;
            for (PendingPod pod : snapshot.pending()) {
                if (!pod.state().label().equals(state)) {
                    continue;
                }
                count++;
                oldest = Math.min(oldest, pod.sinceNanos());
                if (!names.showsPod(pod.pod())) {
                    hidden++;
                } else if (pod.pod().toLowerCase(Locale.ROOT).contains(search)) {
                    if (matching >= offset && items.size() < limit) {
                        items.add(
                                mapper.queued(
                                        pod,
                                        pod.state() == SchedulingState.WAITING
                                                ? List.of()
                                                : snapshot.requeueEvents(pod)));
                    }
                    matching++;
                }
            }
            states.add(
                    new QueueStateItem(
                            state,
                            count,
                            hidden,
                            matching,
                            count == 0
                                    ? OptionalLong.empty()
                                    : OptionalLong.of(AnswerMapper.millis(oldest)),
                            items));
        }
        return new QueueAnswer(AnswerMapper.millis(snapshot.status().atNanos()), states);
    }

    DecisionsAnswer decisions(ServerRequest call, ListAccess access)
            throws InterruptedException, QuestionException {
        int newest = number(call, "newest", DEFAULT_DECISIONS, MAX_ROWS);
        var names = new VisibleNames(access);
        var mapper = new AnswerMapper(names);
        var items = new ArrayList<DecisionItem>();
        int hidden = 0;
        Answered<List<Decision>> answered = queries.ask(new Query.Decisions(newest));
        for (Decision decision : answered.answer()) {
            if (names.showsPod(decision.pod())) {
                items.add(mapper.decision(decision, false));
            } else {
                hidden++;
            }
        }
        return new DecisionsAnswer(AnswerMapper.millis(answered.status().atNanos()), items, hidden);
    }

    private static String key(String namespace, String name, ListAccess access)
            throws InterruptedException, QuestionException {
        if (!access.mayListPods(namespace)) {
            throw new QuestionException(
                    QuestionException.FORBIDDEN,
                    "user \"%s\" may not list pods in namespace \"%s\""
                            .formatted(access.user(), namespace));
        }
        return namespace + "/" + name;
    }

    private QuestionException notFound(String namespace, String name, ListAccess access)
            throws InterruptedException, QuestionException {
        return new QuestionException(
                ServerResponse.NOT_FOUND,
                "there is no pod \"%s/%s\" that is pending or running%s"
                        .formatted(namespace, name, suggestions(namespace, name, access)));
    }

    /// A pod of that name in another namespace, a similar name in the same namespace, or a similar
    /// namespace.
    private String suggestions(String namespace, String name, ListAccess access)
            throws InterruptedException, QuestionException {
        var names = new VisibleNames(access);
        var elsewhere = new ArrayList<String>();
        var here = new ArrayList<String>();
        var namespaces = new TreeSet<String>();
        for (PodState each : snapshot().all()) {
            Pod pod = each.pod();
            if (names.showsNamespace(pod.namespace())) {
                namespaces.add(pod.namespace());
                if (pod.namespace().equals(namespace)) {
                    here.add(pod.name());
                } else if (pod.name().equals(name)) {
                    elsewhere.add(pod.key());
                }
            }
        }
        if (!elsewhere.isEmpty()) {
            return NameSuggestions.text(elsewhere.stream().sorted());
        }
        String similar = NameSuggestions.of(name, here);
        if (!similar.isEmpty()) {
            return similar;
        }
        String other =
                namespaces.contains(namespace) ? "" : NameSuggestions.of(namespace, namespaces);
        return other.isEmpty()
                ? "; finished pods are not kept"
                : ", and no pod in namespace \"%s\"%s".formatted(namespace, other);
    }

    /// Why a pod is pending, or why it is on its node.
    ExplainPodAnswer explain(String namespace, String name, ListAccess access)
            throws InterruptedException, QuestionException {
        String key = key(namespace, name, access);
        Answered<Optional<PodExplanation>> answered =
                queries.askExpensive(new Query.ExplainRejections(key));
        if (answered.answer().isEmpty()) {
            throw notFound(namespace, name, access);
        }
        PodExplanation explanation = answered.answer().get();
        return new AnswerMapper(VisibleNames.of(explanation.report(), access))
                .explain(explanation.report(), explanation.dryRun(), answered.status().atNanos());
    }

    /// A scheduling cycle for the pod on the current state.
    DryRunAnswer dryRun(String namespace, String name, ListAccess access)
            throws InterruptedException, QuestionException {
        String key = key(namespace, name, access);
        Answered<Optional<PodDryRun>> answered = queries.askExpensive(new Query.DryRun(key));
        if (answered.answer().isEmpty()) {
            throw notFound(namespace, name, access);
        }
        PodDryRun dryRun = answered.answer().get();
        return new AnswerMapper(VisibleNames.of(dryRun.report(), access))
                .dryRun(dryRun.result(), answered.status().atNanos(), note(dryRun));
    }

    private static String note(PodDryRun dryRun) {
        return AnswerText.dryRunNote(dryRun.report().state() == SchedulingState.BOUND);
    }

    /// Why a pod is not on a node.
    WhyNotAnswer whyNot(String namespace, String name, String node, ListAccess access)
            throws InterruptedException, QuestionException {
        String key = key(namespace, name, access);
        NodeAnswers.requireAccess(access);
        Answered<Optional<WhyNotReport>> answered =
                queries.askExpensive(new Query.WhyNot(key, node));
        if (answered.answer().isEmpty()) {
            throw NodeAnswers.notFound(node, queries);
        }
        if (answered.answer().get().dryRun().isEmpty()) {
            throw notFound(namespace, name, access);
        }
        PodDryRun dryRun = answered.answer().get().dryRun().get();
        DryRunResult result = dryRun.result();
        var mapper = new AnswerMapper(new VisibleNames(access));
        Optional<Decision.NodeDetail> detail = Optional.ofNullable(result.nodes().get(node));
        Optional<RejectionItem> rejection = rejection(mapper, result, node);
        Optional<Decision.ScoreCard> scores = detail.flatMap(Decision.NodeDetail::scores);
        Optional<Decision.ScoreCard> best =
                result.nodes().values().stream()
                        .flatMap(each -> each.scores().stream())
                        .max(Comparator.comparingLong(Decision.ScoreCard::total));
        boolean fits = rejection.isEmpty() && scores.isPresent();
        var answer =
                new WhyNotAnswer(
                        AnswerMapper.millis(answered.status().atNanos()),
                        key,
                        node,
                        rejection.isPresent() ? "rejected" : fits ? "fits" : "unknown",
                        "",
                        note(dryRun),
                        rejection,
                        AnswerText.hints(rejection.stream().toList()),
                        fits ? item(mapper, scores) : Optional.empty(),
                        fits ? item(mapper, best) : Optional.empty());
        return new WhyNotAnswer(
                answer.atMillis(),
                answer.pod(),
                answer.node(),
                answer.outcome(),
                AnswerText.summary(answer, result.preFilter().isPresent(), result.message()),
                answer.note(),
                answer.rejection(),
                answer.hints(),
                answer.scores(),
                answer.bestScores());
    }

    private static Optional<RejectionItem> rejection(
            AnswerMapper mapper, DryRunResult result, String node) throws InterruptedException {
        Optional<Decision.RejectedNodes> why =
                result.preFilter()
                        .or(() ->
                                Optional.ofNullable(result.nodes().get(node))
                                        .flatMap(Decision.NodeDetail::rejection));
        if (why.isEmpty()) {
            return Optional.empty();
        }
        FactMapper.Explained explained =
                result.preFilter().isPresent()
                        ? new FactMapper.Explained("", result.rejections().ofPod())
                        : new FactMapper.Explained(node, result.rejections().ofNode(node));
        return Optional.of(mapper.rejection(why.get(), List.of(node), List.of(explained)));
    }

    private static Optional<NodeScoresItem> item(
            AnswerMapper mapper, Optional<Decision.ScoreCard> scores) throws InterruptedException {
        return scores.isEmpty() ? Optional.empty() : Optional.of(mapper.scores(scores.get()));
    }
}
