package dev.berth.dashboard;

import dev.berth.answers.AnswerText;
import dev.berth.answers.ExplainNodeAnswer;
import dev.berth.answers.NodeAnswer;
import dev.berth.answers.NodeDeviceItem;
import dev.berth.answers.NodePodItem;
import dev.berth.answers.NodesAnswer;
import dev.berth.answers.PodRejectionItem;
import dev.berth.engine.view.Answered;
import dev.berth.engine.view.Decision;
import dev.berth.engine.view.NodeReport;
import dev.berth.engine.view.NodeVerdicts;
import dev.berth.engine.view.Query;
import dev.berth.model.Pod;
import dev.berth.serving.http.ServerResponse;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Answers about nodes: which there are, their pods, and which pending pods they reject.
final class NodeAnswers {
    private static final int MAX_SHAPES = 64;
    private static final int MAX_NAMES = 10;

    private final SchedulerQueries queries;
    private final DashboardNodes nodes;

    NodeAnswers(SchedulerQueries queries, DashboardNodes nodes) {
        this.queries = queries;
        this.nodes = nodes;
    }

    NodesAnswer list(ListAccess access) throws InterruptedException, QuestionException {
        DashboardNodes.Changes all = nodes.since(-1).orElseThrow(QuestionException::busy);
        SchedulerQueries.informed(all.status());
        boolean visible = access.mayListNodes();
        return new NodesAnswer(
                AnswerMapper.millis(all.status().atNanos()),
                all.version(),
                QuestionEndpoint.visible(all.resources(), access),
                visible ? all.nodes() : List.of(),
                visible ? 0 : all.nodes().size());
    }

    static void requireAccess(ListAccess access) throws InterruptedException, QuestionException {
        if (!access.mayListNodes()) {
            throw new QuestionException(
                    QuestionException.FORBIDDEN,
                    "user \"%s\" may not list nodes".formatted(access.user()));
        }
    }

    /// @param queries to look up the names of all nodes, for suggestions
    static QuestionException notFound(String name, SchedulerQueries queries)
            throws QuestionException {
        return new QuestionException(
                ServerResponse.NOT_FOUND,
                "there is no node \"%s\"%s"
                        .formatted(
                                name,
                                NameSuggestions.of(
                                        name, queries.ask(new Query.NodeNames()).answer())));
    }

    NodeAnswer one(String name, ListAccess access) throws InterruptedException, QuestionException {
        requireAccess(access);
        Answered<Optional<NodeReport>> answered = queries.ask(new Query.OneNode(name));
        if (answered.answer().isEmpty()) {
            throw notFound(name, queries);
        }
        NodeReport report = answered.answer().get();
        var labels = new TreeMap<String, String>();
        report.load().node().labels().forEach(each -> labels.put(each.getKey(), each.getValue()));
        var names = new VisibleNames(access);
        var pods = new ArrayList<NodePodItem>();
        for (NodeReport.NodePod each : report.pods()) {
            Pod pod = each.pod();
            if (names.showsNamespace(pod.namespace())) {
                pods.add(
                        new NodePodItem(
                                pod.key(),
                                pod.spec().priority(),
                                each.requested(),
                                pod.status().phase(),
                                each.assumed()));
            }
        }
        return new NodeAnswer(
                AnswerMapper.millis(answered.status().atNanos()),
                DashboardNodes.item(report.load()),
                report.resources(),
                labels,
                pods,
                report.pods().size() - pods.size(),
                devices(report, names));
    }

    private static List<NodeDeviceItem> devices(NodeReport report, VisibleNames names)
            throws InterruptedException {
        var devices = new ArrayList<NodeDeviceItem>();
        for (NodeReport.NodeDevice each : report.devices()) {
            var claims = new ArrayList<String>();
            for (String claim : each.claims()) {
                if (names.showsNamespace(claim.substring(0, claim.indexOf('/')))) {
                    claims.add(claim);
                }
            }
            devices.add(
                    new NodeDeviceItem(
                            each.id().toString(),
                            each.taints().stream()
                                    .map(taint ->
                                            DashboardNodes.taint(
                                                    taint.key(), taint.value(), taint.effect()))
                                    .toList(),
                            claims,
                            each.claims().size() - claims.size()));
        }
        return devices;
    }

    /// What a node has, and which pending pods it rejects.
    ExplainNodeAnswer explain(String name, ListAccess access)
            throws InterruptedException, QuestionException {
        requireAccess(access);
        Answered<Optional<NodeVerdicts>> answered =
                queries.askExpensive(new Query.ExplainNode(name, MAX_SHAPES));
        if (answered.answer().isEmpty()) {
            throw notFound(name, queries);
        }
        NodeVerdicts verdicts = answered.answer().get();
        record Same(String plugin, List<String> reasons) {}
        var names = new VisibleNames(access);
        var pods = new LinkedHashMap<Same, List<String>>();
        var details = new HashMap<Same, Set<FactMapper.Explained>>();
        int fits = 0;
        int rejected = 0;
        int hidden = 0;
        for (NodeVerdicts.Verdict verdict : verdicts.verdicts()) {
            if (verdict.rejection().isEmpty()) {
                fits += verdict.pods().size();
                continue;
            }
            rejected += verdict.pods().size();
            Decision.RejectedNodes why = verdict.rejection().get().why();
            var explained = new FactMapper.Explained(name, verdict.rejection().get().details());
            for (String pod : verdict.pods()) {
                // Reasons may contain names that only those who may list the pod may see.
                if (names.showsPod(pod)) {
                    var same = new Same(why.plugin(), why.reasons());
                    pods.computeIfAbsent(same, it -> new ArrayList<>()).add(pod);
                    details.computeIfAbsent(same, it -> new LinkedHashSet<>()).add(explained);
                } else {
                    hidden++;
                }
            }
        }
        var rejections = new ArrayList<PodRejectionItem>();
        for (Map.Entry<Same, List<String>> each : pods.entrySet()) {
            Same same = each.getKey();
            List<String> all = each.getValue();
            rejections.add(
                    new PodRejectionItem(
                            same.plugin(),
                            same.reasons(),
                            all.size(),
                            all.subList(0, Math.min(MAX_NAMES, all.size())),
                            HelpPages.of(same.plugin()),
                            new FactMapper(names).facts(details.getOrDefault(same, Set.of()))));
        }
        var answer =
                new ExplainNodeAnswer(
                        AnswerMapper.millis(answered.status().atNanos()),
                        DashboardNodes.item(verdicts.node().load()),
                        verdicts.node().resources(),
                        "",
                        rejections,
                        fits,
                        rejected,
                        verdicts.notEvaluated(),
                        hidden);
        return new ExplainNodeAnswer(
                answer.atMillis(),
                answer.node(),
                answer.resources(),
                AnswerText.summary(answer),
                answer.rejections(),
                answer.fits(),
                answer.rejected(),
                answer.notEvaluated(),
                answer.hidden());
    }
}
