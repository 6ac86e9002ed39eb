package dev.berth.dashboard;

import dev.berth.engine.view.Decision;
import dev.berth.engine.view.Lane;
import dev.berth.engine.view.PendingPod;
import dev.berth.engine.view.Pulse;
import dev.berth.engine.view.QueueMove;
import dev.berth.engine.view.Requeue;
import dev.berth.model.json.Json;
import dev.berth.model.json.ObjBuilder;
import dev.berth.spi.Preemption;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// View records as JSON, with nothing in it that the caller may not see by name.
final class Shown {
    private static final int EXAMPLES = 10;
    private static final long NANOS_A_MILLI = 1_000_000;

    private Shown() {}

    static long millis(long nanos) {
        return nanos / NANOS_A_MILLI;
    }

    static Json.Arr texts(Collection<String> texts) {
        return new Json.Arr(texts.stream().map(text -> (Json) Json.of(text)).toList());
    }

    static String state(Lane lane) {
        return lane == Lane.IN_FLIGHT ? "in flight" : lane.label();
    }

    static Json.Obj stats(Pulse pulse) {
        return Json.Obj.builder()
                .put("at", millis(pulse.atNanos()))
                .put("nodes", pulse.nodes())
                .put("pods", pulse.pods())
                .put("assumed", pulse.assumed())
                .put("attempts", pulse.attempts())
                .put("scheduled", pulse.scheduled())
                .put("unschedulable", pulse.unschedulable())
                .put("errors", pulse.errors())
                .put(
                        "lanes",
                        Json.Obj.builder()
                                .put("active", pulse.queue().active())
                                .put("backoff", pulse.queue().backoff())
                                .put("unschedulable", pulse.queue().unschedulable())
                                .put("gated", pulse.queue().gated())
                                .put("waiting", pulse.waiting())
                                .put("binding", pulse.binding())
                                .build())
                .put("paused", pulse.paused())
                .build();
    }

    static Json.Obj pending(PendingPod pod, List<Requeue> wakes, Names names)
            throws InterruptedException {
        var shown =
                Json.Obj.builder()
                        .put("pod", names.pod(pod.pod()))
                        .put("priority", pod.priority())
                        .put("attempts", pod.attempts())
                        .put("since", millis(pod.sinceNanos()));
        pod.untilNanos().ifPresent(until -> shown.put("until", millis(until)));
        return shown.put("by", texts(pod.culprits()))
                .put("node", pod.node())
                .put("wakes", wakes(wakes))
                .build();
    }

    static Json.Arr wakes(List<Requeue> wakes) {
        var shown = new ArrayList<Json>();
        for (Requeue wake : wakes) {
            shown.add(
                    Json.Obj.builder()
                            .put("plugin", wake.plugin())
                            .put(
                                    "events",
                                    texts(wake.events().stream().map(e -> e.label()).toList()))
                            .put("words", texts(EventWords.of(wake)))
                            .build());
        }
        return new Json.Arr(shown);
    }

    /// @param detailed whether single nodes are told of, where that was kept
    static Json.Obj decision(Decision decision, Names names, boolean detailed)
            throws InterruptedException {
        var shown =
                Json.Obj.builder()
                        .put("number", decision.number())
                        .put("pod", names.pod(decision.pod()))
                        .put("profile", decision.profile())
                        .put("attempt", decision.attempt())
                        .put("at", millis(decision.atNanos()))
                        .put("tookMicros", decision.tookNanos() / 1_000)
                        .put("nodes", decision.nodes())
                        .put("feasible", decision.feasible());
        outcome(decision.outcome(), names, shown);
        var rejected = new ArrayList<Json>();
        for (Group group : groups(decision)) {
            rejected.add(group(group, names));
        }
        shown.put("rejected", new Json.Arr(rejected)).put("moves", moves(decision.moves()));
        if (detailed && decision.detail().isPresent()) {
            shown.put("detail", details(decision.detail().get(), names));
        }
        return shown.build();
    }

    private static void outcome(Decision.Outcome outcome, Names names, ObjBuilder shown)
            throws InterruptedException {
        switch (outcome) {
            case Decision.Placed placed -> {
                shown.put("outcome", "placed")
                        .put("node", names.mayNameNode(placed.node()) ? placed.node() : "")
                        .put("ties", placed.ties())
                        .put("draw", placed.pick())
                        .put("winner", card(placed.winner(), names));
                if (placed.runnerUp().isPresent()) {
                    shown.put("runnerUp", card(placed.runnerUp().get(), names));
                }
                var offers = Json.Obj.builder();
                placed.offers().forEach((plugin, offered) -> offers.put(plugin, texts(offered)));
                shown.put("offers", offers.build());
            }
            case Decision.Unschedulable unschedulable -> {
                shown.put("outcome", "unschedulable")
                        .put("message", unschedulable.message())
                        .put("plugins", texts(unschedulable.plugins()));
                if (unschedulable.preemption().isPresent()) {
                    shown.put("preemption", preemption(unschedulable.preemption().get(), names));
                }
            }
            case Decision.Failed(String message) ->
                    shown.put("outcome", "error").put("message", message);
        }
    }

    /// Nodes rejected for the same, and the first of them by name where they are known.
    record Group(Decision.RejectedNodes rejected, List<String> names) {}

    private static List<Group> groups(Decision decision) {
        return decision.detail().isPresent() && decision.detail().get().size() > 0
                ? groups(decision.detail().get())
                : decision.rejected().stream().map(each -> new Group(each, List.of())).toList();
    }

    /// The rejections of single nodes, those for the same together, the most frequent first.
    static List<Group> groups(Collection<Decision.NodeDetail> details) {
        record Same(String plugin, String code, List<String> reasons) {}
        var names = new LinkedHashMap<Same, List<String>>();
        var counts = new LinkedHashMap<Same, Integer>();
        for (Decision.NodeDetail detail : details) {
            detail.rejection()
                    .ifPresent(why -> {
                        var same = new Same(why.plugin(), why.code(), why.reasons());
                        counts.merge(same, 1, Integer::sum);
                        List<String> some = names.computeIfAbsent(same, other -> new ArrayList<>());
                        if (some.size() < EXAMPLES) {
                            some.add(detail.node());
                        }
                    });
        }
        var groups = new ArrayList<Group>();
        counts.forEach((same, count) ->
                groups.add(
                        new Group(
                                new Decision.RejectedNodes(
                                        same.plugin(), same.code(), same.reasons(), count),
                                names.getOrDefault(same, List.of()))));
        groups.sort((a, b) -> Integer.compare(b.rejected().nodes(), a.rejected().nodes()));
        return groups;
    }

    static Json.Obj group(Group group, Names names) throws InterruptedException {
        var seen = new ArrayList<String>();
        for (String name : group.names()) {
            if (names.mayNameNode(name)) {
                seen.add(name);
            }
        }
        return rejected(group.rejected(), seen);
    }

    static Json.Obj rejected(Decision.RejectedNodes rejected, List<String> names) {
        return Json.Obj.builder()
                .put("plugin", rejected.plugin())
                .put("code", rejected.code())
                .put("reasons", texts(rejected.reasons()))
                .put("nodes", rejected.nodes())
                .put("names", texts(names))
                .put("help", HelpPages.of(rejected.plugin()))
                .build();
    }

    static Json.Obj card(Decision.ScoreCard card, Names names) throws InterruptedException {
        var scores = new ArrayList<Json>();
        for (Decision.PluginScore score : card.scores()) {
            scores.add(
                    Json.Obj.builder()
                            .put("plugin", score.plugin())
                            .put("raw", score.raw())
                            .put("normalised", score.normalised())
                            .put("weighted", score.weighted())
                            .build());
        }
        return Json.Obj.builder()
                .put("node", names.mayNameNode(card.node()) ? card.node() : "")
                .put("total", card.total())
                .put("scores", new Json.Arr(scores))
                .build();
    }

    /// Nodes one by one; those that may not be named are left out.
    static Json.Arr details(Collection<Decision.NodeDetail> details, Names names)
            throws InterruptedException {
        var shown = new ArrayList<Json>();
        // One rejection is shared by many nodes.
        Map<Decision.RejectedNodes, Json.Obj> known = new LinkedHashMap<>();
        for (Decision.NodeDetail detail : details) {
            if (!names.mayNameNode(detail.node())) {
                continue;
            }
            var node = Json.Obj.builder().put("node", detail.node());
            detail.rejection()
                    .ifPresent(why ->
                            node.put(
                                    "rejected",
                                    known.computeIfAbsent(why, it -> rejected(it, List.of()))));
            if (detail.scores().isPresent()) {
                node.put("card", card(detail.scores().get(), names));
            }
            shown.add(node.build());
        }
        return new Json.Arr(shown);
    }

    private static Json.Arr moves(List<QueueMove> moves) {
        var shown = new ArrayList<Json>();
        for (QueueMove move : moves) {
            shown.add(
                    Json.Obj.builder()
                            .put("queue", move.queue())
                            .put("event", move.event())
                            .put("at", millis(move.atNanos()))
                            .build());
        }
        return new Json.Arr(shown);
    }

    static Json.Obj preemption(Preemption preemption, Names names) throws InterruptedException {
        Preemption.Candidate taken = preemption.chosen();
        var victims = new ArrayList<Json>();
        for (Preemption.Victim victim : taken.victims()) {
            var shown =
                    Json.Obj.builder()
                            .put("pod", names.pod(victim.pod()))
                            .put("priority", victim.priority());
            if (names.mayName(victim.pod())) {
                shown.put("why", texts(victim.why()))
                        .put("budgets", texts(victim.budgets()))
                        .put("violates", victim.violates());
            }
            victims.add(shown.build());
        }
        var reprieved = new ArrayList<String>();
        for (String pod : taken.reprieved()) {
            if (names.mayName(pod)) {
                reprieved.add(pod);
            }
        }
        var options = new ArrayList<Json>();
        for (Preemption.Candidate option : preemption.candidates()) {
            if (names.mayNameNode(option.node())) {
                options.add(
                        Json.Obj.builder()
                                .put("node", option.node())
                                .put("victims", option.victims().size())
                                .put("violations", option.violations())
                                .build());
            }
        }
        return Json.Obj.builder()
                .put("examined", preemption.examined())
                .put("possible", preemption.possible())
                .put("node", names.mayNameNode(taken.node()) ? taken.node() : "")
                .put("decidedBy", preemption.decidedBy())
                .put("victims", new Json.Arr(victims))
                .put("spared", texts(reprieved))
                .put("options", new Json.Arr(options))
                .build();
    }
}
