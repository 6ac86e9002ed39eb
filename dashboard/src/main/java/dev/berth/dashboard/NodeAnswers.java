package dev.berth.dashboard;

import dev.berth.engine.view.Decision;
import dev.berth.engine.view.NodeReport;
import dev.berth.engine.view.NodeVerdicts;
import dev.berth.engine.view.Query;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;
import dev.berth.serving.http.ServerResponse;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Answers about nodes: which there are, what stands on them, what they say to pods that wait.
final class NodeAnswers {
    private static final int KINDS_EVALUATED = 64;
    private static final int NAMES_SHOWN = 10;

    private final Inquiry inquiry;
    private final Board board;

    NodeAnswers(Inquiry inquiry, Board board) {
        this.inquiry = inquiry;
        this.board = board;
    }

    Json.Obj list(Sight sight) throws InterruptedException, Unanswered {
        Board.Changes all = board.since(-1).orElseThrow(Unanswered::busy);
        boolean seen = sight.nodes();
        return Json.Obj.builder()
                .put("version", all.version())
                .put("resources", Shown.texts(all.resources()))
                .put("nodes", seen ? new Json.Arr(all.nodes()) : Json.Arr.EMPTY)
                .put("hidden", seen ? 0 : all.nodes().size())
                .build();
    }

    /// One node, for those who may see nodes.
    NodeReport report(String name, Sight sight) throws InterruptedException, Unanswered {
        if (!sight.nodes()) {
            throw new Unanswered(
                    Unanswered.FORBIDDEN, "user \"%s\" may not list nodes".formatted(sight.user()));
        }
        return inquiry.ask(new Query.NodeOf(name))
                .orElseThrow(() ->
                        new Unanswered(
                                ServerResponse.NOT_FOUND,
                                "there is no node \"%s\"; all nodes are at %snodes"
                                        .formatted(name, Questions.ROOT)));
    }

    Json.Obj one(String name, Sight sight) throws InterruptedException, Unanswered {
        NodeReport report = report(name, sight);
        var labels = Json.Obj.builder();
        report.load()
                .node()
                .labels()
                .forEach(label -> labels.put(label.getKey(), label.getValue()));
        var otherPods = new ArrayList<Json>();
        var hidden = new LinkedHashMap<String, Integer>();
        for (NodeReport.Guest guest : report.otherPods()) {
            Pod pod = guest.pod();
            if (!sight.pods(pod.namespace())) {
                hidden.merge(pod.namespace(), 1, Integer::sum);
                continue;
            }
            otherPods.add(
                    Json.Obj.builder()
                            .put("pod", pod.key())
                            .put("priority", pod.spec().priority())
                            .put("requested", Board.amounts(guest.requested()))
                            .put("phase", pod.status().phase())
                            .put("assumed", guest.assumed())
                            .build());
        }
        return Json.Obj.builder()
                .put("node", Board.shown(report.load()))
                .put("resources", Shown.texts(report.resources()))
                .put("labels", labels.build())
                .put("pods", new Json.Arr(otherPods))
                .put("hidden", counts(hidden))
                .build();
    }

    /// How many pods there are in each of the namespaces that are not named.
    private static Json.Arr counts(Map<String, Integer> hidden) {
        var shown = new ArrayList<Json>();
        hidden.values()
                .forEach(count ->
                        shown.add(
                                Json.Obj.builder()
                                        .put("namespace", "")
                                        .put("pods", count)
                                        .build()));
        return new Json.Arr(shown);
    }

    /// What a node says to the pods that wait.
    Json.Obj explained(String name, Sight sight) throws InterruptedException, Unanswered {
        NodeReport report = report(name, sight);
        NodeVerdicts verdicts =
                inquiry.askAtLeisure(new Query.Judge(name, KINDS_EVALUATED))
                        .orElseThrow(() ->
                                new Unanswered(
                                        ServerResponse.NOT_FOUND, "there is no node " + name));
        record Same(String plugin, List<String> reasons) {}
        var names = new Names(sight);
        var pods = new LinkedHashMap<Same, List<String>>();
        int fits = 0;
        int rejected = 0;
        int hidden = 0;
        for (NodeVerdicts.Verdict verdict : verdicts.verdicts()) {
            if (verdict.rejection().isEmpty()) {
                fits += verdict.pods().size();
                continue;
            }
            rejected += verdict.pods().size();
            Decision.RejectedNodes why = verdict.rejection().get();
            for (String pod : verdict.pods()) {
                // Reasons may name what is the pod's own.
                if (names.mayName(pod)) {
                    pods.computeIfAbsent(
                                    new Same(why.plugin(), why.reasons()), it -> new ArrayList<>())
                            .add(pod);
                } else {
                    hidden++;
                }
            }
        }
        var groups = new ArrayList<Json>();
        pods.forEach((group, refused) ->
                groups.add(
                        Json.Obj.builder()
                                .put("plugin", group.plugin())
                                .put("reasons", Shown.texts(group.reasons()))
                                .put("pods", refused.size())
                                .put(
                                        "names",
                                        Shown.texts(
                                                refused.subList(
                                                        0, Math.min(NAMES_SHOWN, refused.size()))))
                                .put("help", HelpPages.of(group.plugin()))
                                .build()));
        return Json.Obj.builder()
                .put("node", Board.shown(report.load()))
                .put("resources", Shown.texts(report.resources()))
                .put("answer", answer(report, fits, rejected, verdicts.unjudged()))
                .put("groups", new Json.Arr(groups))
                .put("fits", fits)
                .put("unjudged", verdicts.unjudged())
                .put("hidden", hidden)
                .build();
    }

    private static String answer(NodeReport report, int fits, int rejected, int unjudged) {
        String name = report.load().node().name();
        String here = "%s has %s".formatted(name, Words.counted(report.otherPods().size(), "pod"));
        String cordoned = report.load().node().unschedulable() ? " and is cordoned" : "";
        if (fits + rejected + unjudged == 0) {
            return here + cordoned + "; no pod waits for a node.";
        }
        String more = unjudged == 0 ? "" : "; %d more were not judged".formatted(unjudged);
        return "%s%s; of the pods that wait it would take %d and refuses %d%s."
                .formatted(here, cordoned, fits, rejected, more);
    }
}
