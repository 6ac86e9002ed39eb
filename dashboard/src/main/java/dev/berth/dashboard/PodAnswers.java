package dev.berth.dashboard;

import dev.berth.engine.view.Decision;
import dev.berth.engine.view.Lane;
import dev.berth.engine.view.PendingPod;
import dev.berth.engine.view.PodReport;
import dev.berth.engine.view.Query;
import dev.berth.engine.view.Requeue;
import dev.berth.engine.view.Ruling;
import dev.berth.model.json.Json;
import dev.berth.serving.http.ServerRequest;
import dev.berth.serving.http.ServerResponse;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Answers about pods: which there are, where they wait, why they are where they are.
final class PodAnswers {
    private static final int MAX_ROWS = 5_000;
    private static final List<Lane> LANES =
            List.of(
                    Lane.ACTIVE,
                    Lane.BACKOFF,
                    Lane.UNSCHEDULABLE,
                    Lane.GATED,
                    Lane.WAITING,
                    Lane.BINDING);

    private final Inquiry inquiry;
    private final Census census;

    PodAnswers(Inquiry inquiry, Census census) {
        this.inquiry = inquiry;
        this.census = census;
    }

    private static int number(ServerRequest call, String name, int defaultValue, int max)
            throws Unanswered {
        String text = call.query().first(name).orElse("");
        if (text.isEmpty()) {
            return defaultValue;
        }
        try {
            int number = Integer.parseInt(text);
            if (number >= 0 && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new Unanswered(
                ServerResponse.BAD_REQUEST,
                "%s must be a number from 0 to %d, not \"%s\"".formatted(name, max, text));
    }

    private Census.Taken census() throws Unanswered {
        return census.take().orElseThrow(Unanswered::busy);
    }

    Json.Obj list(ServerRequest call, Sight sight) throws InterruptedException, Unanswered {
        String search = call.query().first("search").orElse("").toLowerCase(Locale.ROOT);
        String lane = call.query().first("lane").orElse("");
        String node = call.query().first("node").orElse("");
        String order = call.query().first("sort").filter(it -> !it.isEmpty()).orElse("name");
        int offset = number(call, "offset", 0, Integer.MAX_VALUE);
        int limit = number(call, "limit", 200, MAX_ROWS);
        List<Census.Row> all =
                census().sorted(order)
                        .orElseThrow(() ->
                                new Unanswered(
                                        ServerResponse.BAD_REQUEST,
                                        "sort must be name, age, state or priority, or one of them"
                                                + " with - before it, not \"%s\""
                                                        .formatted(order)));
        // How many pods others have on a node is for those who may see nodes.
        boolean counted = node.isEmpty() || sight.nodes();
        var seen = new HashMap<String, Boolean>();
        var shown = new ArrayList<Json>();
        int total = 0;
        int hidden = 0;
        for (Census.Row row : all) {
            if (!lane.isEmpty() && !row.state().equals(lane)
                    || !node.isEmpty() && !row.node().equals(node)) {
                continue;
            }
            if (!sees(sight, row.namespace(), seen)) {
                hidden += counted ? 1 : 0;
                continue;
            }
            if (!search.isEmpty() && !row.pod().toLowerCase(Locale.ROOT).contains(search)) {
                continue;
            }
            if (total >= offset && shown.size() < limit) {
                shown.add(
                        Json.Obj.builder()
                                .put("pod", row.pod())
                                .put("state", row.state())
                                .put("node", row.node())
                                .put("priority", row.priority())
                                .put("created", row.createdMillis())
                                .put("attempts", row.attempts())
                                .build());
            }
            total++;
        }
        return Json.Obj.builder()
                .put("total", total)
                .put("hidden", hidden)
                .put("pods", new Json.Arr(shown))
                .build();
    }

    private static boolean sees(Sight sight, String namespace, Map<String, Boolean> known)
            throws InterruptedException {
        Boolean before = known.get(namespace);
        if (before == null) {
            before = sight.pods(namespace);
            known.put(namespace, before);
        }
        return before;
    }

    Json.Obj queue(ServerRequest call, Sight sight) throws InterruptedException, Unanswered {
        String only = call.query().first("lane").orElse("");
        String search = call.query().first("search").orElse("").toLowerCase(Locale.ROOT);
        int offset = number(call, "offset", 0, Integer.MAX_VALUE);
        int limit = number(call, "limit", 100, MAX_ROWS);
        if (!only.isEmpty() && LANES.stream().noneMatch(lane -> lane.label().equals(only))) {
            throw new Unanswered(
                    ServerResponse.BAD_REQUEST,
                    "there is no lane \"%s\"; there are %s"
                            .formatted(
                                    only,
                                    String.join(", ", LANES.stream().map(Lane::label).toList())));
        }
        List<PendingPod> all = census().pending();
        var wakes = new HashMap<List<String>, List<Requeue>>();
        var names = new Names(sight);
        var seen = new HashMap<String, Boolean>();
        var lanes = new ArrayList<Json>();
        for (Lane lane : LANES) {
            if (!only.isEmpty() && !lane.label().equals(only)) {
                continue;
            }
            var shown = new ArrayList<Json>();
            int count = 0;
            int hidden = 0;
            int matching = 0;
            long oldest = Long.MAX_VALUE;
            for (PendingPod pod : all) {
                if (pod.lane() != lane) {
                    continue;
                }
                count++;
                oldest = Math.min(oldest, pod.sinceNanos());
                if (!sees(sight, Names.namespace(pod.pod()), seen)) {
                    hidden++;
                } else if (pod.pod().toLowerCase(Locale.ROOT).contains(search)) {
                    if (matching >= offset && shown.size() < limit) {
                        shown.add(Shown.pending(pod, wakes(pod, wakes), names));
                    }
                    matching++;
                }
            }
            var one =
                    Json.Obj.builder()
                            .put("lane", lane.label())
                            .put("count", count)
                            .put("hidden", hidden)
                            .put("matching", matching);
            if (count > 0) {
                one.put("oldest", Shown.millis(oldest));
            }
            lanes.add(one.put("pods", new Json.Arr(shown)).build());
        }
        return Json.Obj.of("lanes", new Json.Arr(lanes));
    }

    private List<Requeue> wakes(PendingPod pod, Map<List<String>, List<Requeue>> known)
            throws Unanswered {
        if (pod.lane() == Lane.WAITING || pod.lane() == Lane.BINDING) {
            return List.of();
        }
        var key = new ArrayList<>(List.of(pod.profile()));
        key.addAll(pod.culprits());
        List<Requeue> before = known.get(key);
        if (before == null) {
            before = inquiry.ask(new Query.Requeues(pod.profile(), pod.culprits()));
            known.put(key, before);
        }
        return before;
    }

    Json.Obj decisions(ServerRequest call, Sight sight) throws InterruptedException, Unanswered {
        int newest = number(call, "newest", 100, MAX_ROWS);
        var names = new Names(sight);
        var shown = new ArrayList<Json>();
        int hidden = 0;
        for (Decision decision : inquiry.ask(new Query.Decisions(newest))) {
            if (names.mayName(decision.pod())) {
                shown.add(Shown.decision(decision, names, false));
            } else {
                hidden++;
            }
        }
        return Json.Obj.builder()
                .put("decisions", new Json.Arr(shown))
                .put("hidden", hidden)
                .build();
    }

    private static String visible(String namespace, String name, Sight sight)
            throws InterruptedException, Unanswered {
        if (!sight.pods(namespace)) {
            throw new Unanswered(
                    Unanswered.FORBIDDEN,
                    "user \"%s\" may not list pods in namespace \"%s\""
                            .formatted(sight.user(), namespace));
        }
        return namespace + "/" + name;
    }

    private static Unanswered unknown(String pod) {
        return new Unanswered(
                ServerResponse.NOT_FOUND,
                "there is no pod \"%s\" that waits or runs; those that have ended are not kept"
                        .formatted(pod));
    }

    /// Why a pod is where it is.
    Json.Obj explained(String namespace, String name, Sight sight)
            throws InterruptedException, Unanswered {
        String key = visible(namespace, name, sight);
        PodReport report = inquiry.ask(new Query.Explain(key)).orElseThrow(() -> unknown(key));
        long now = inquiry.ask(new Query.Beat()).atNanos();
        var names = Names.of(report, sight);
        Optional<PendingPod> pending = report.pending();
        var shown =
                Json.Obj.builder()
                        .put("pod", key)
                        .put("state", Shown.state(report.lane()))
                        .put("answer", Words.answer(report, now, names))
                        .put("node", pending.map(PendingPod::node).orElse(report.node()))
                        .put("nominated", report.nominated())
                        .put("priority", report.pod().spec().priority())
                        .put("scheduler", report.pod().spec().schedulerName());
        pending.ifPresent(pod -> {
            shown.put("since", Shown.millis(pod.sinceNanos()));
            pod.untilNanos().ifPresent(until -> shown.put("until", Shown.millis(until)));
        });
        var attempts = new ArrayList<Json>();
        for (Decision attempt : report.attempts()) {
            attempts.add(Shown.decision(attempt, names, true));
        }
        Json groups =
                report.lane() == Lane.BOUND || attempts.isEmpty()
                        ? Json.Arr.EMPTY
                        : attempts.getFirst().at("rejected").orElse(Json.Arr.EMPTY);
        var difference = new ArrayList<String>();
        if (!report.attempts().isEmpty()
                && report.attempts().getFirst().outcome() instanceof Decision.Placed placed) {
            difference.addAll(Words.difference(placed, names));
        }
        return shown.put("groups", groups)
                .put("difference", Shown.texts(difference))
                .put("helps", Shown.wakes(report.requeues()))
                .put("hints", Shown.texts(Words.hints(report)))
                .put("attempts", new Json.Arr(attempts))
                .build();
    }

    /// What every node says to a pod now.
    Json.Obj present(String namespace, String name, Sight sight)
            throws InterruptedException, Unanswered {
        String key = visible(namespace, name, sight);
        Ruling ruling =
                inquiry.askAtLeisure(new Query.Examine(key)).orElseThrow(() -> unknown(key));
        PodReport report = inquiry.ask(new Query.Explain(key)).orElseThrow(() -> unknown(key));
        var names = Names.of(report, sight);
        var best = new ArrayList<String>();
        for (String node : ruling.best()) {
            if (names.mayNameNode(node)) {
                best.add(node);
            }
        }
        var groups = new ArrayList<Json>();
        if (ruling.preFilter().isPresent()) {
            groups.add(Shown.rejected(ruling.preFilter().get(), List.of()));
        }
        for (Shown.Group group : Shown.groups(ruling.nodes().values())) {
            groups.add(Shown.group(group, names));
        }
        return Json.Obj.builder()
                .put("pod", key)
                .put("at", Shown.millis(inquiry.ask(new Query.Beat()).atNanos()))
                .put("outcome", ruling.outcome().name().toLowerCase(Locale.ROOT))
                .put("note", note(report))
                .put("message", ruling.message())
                .put("best", Shown.texts(best))
                .put("groups", new Json.Arr(groups))
                .put("nodes", Shown.details(ruling.nodes().values(), names))
                .build();
    }

    /// What an examination is not.
    private static String note(PodReport report) {
        String beside =
                report.lane() == Lane.BOUND
                        ? ", as for another pod like it: what this one takes stays taken"
                        : "";
        return "recomputed on the present state" + beside + "; extenders are not asked";
    }

    /// What one node says to a pod now.
    Json.Obj whyNot(String namespace, String name, String node, Sight sight)
            throws InterruptedException, Unanswered {
        String key = visible(namespace, name, sight);
        Ruling ruling =
                inquiry.askAtLeisure(new Query.Examine(key)).orElseThrow(() -> unknown(key));
        PodReport report = inquiry.ask(new Query.Explain(key)).orElseThrow(() -> unknown(key));
        var names = new Names(sight);
        var shown = Json.Obj.builder().put("pod", key).put("node", node).put("note", note(report));
        Optional<Decision.NodeDetail> detail = Optional.ofNullable(ruling.nodes().get(node));
        Optional<Decision.RejectedNodes> refusal =
                ruling.preFilter().or(() -> detail.flatMap(Decision.NodeDetail::rejection));
        if (refusal.isPresent()) {
            Decision.RejectedNodes why = refusal.get();
            String reasons = String.join(", ", why.reasons());
            return shown.put("outcome", "rejected")
                    .put(
                            "answer",
                            ruling.preFilter().isPresent()
                                    ? "%s goes nowhere now: %s says %s."
                                            .formatted(key, who(why), reasons)
                                    : "%s does not fit on %s: %s says %s."
                                            .formatted(key, node, who(why), reasons))
                    .put("group", Shown.rejected(why, List.of(node)))
                    .build();
        }
        Optional<Decision.ScoreCard> card = detail.flatMap(Decision.NodeDetail::scores);
        if (card.isEmpty()) {
            return shown.put("outcome", "unknown")
                    .put(
                            "answer",
                            ruling.message().isEmpty()
                                    ? "nothing is known of %s on %s.".formatted(key, node)
                                    : "%s is not judged: %s.".formatted(key, ruling.message()))
                    .build();
        }
        shown.put("outcome", "fits").put("card", Shown.card(card.get(), names));
        Optional<Decision.ScoreCard> best =
                ruling.node()
                        .flatMap(winner -> Optional.ofNullable(ruling.nodes().get(winner)))
                        .flatMap(Decision.NodeDetail::scores);
        if (best.isPresent()) {
            shown.put("best", Shown.card(best.get(), names));
        }
        return shown.put("answer", fits(key, card.get(), best, ruling)).build();
    }

    private static String who(Decision.RejectedNodes why) {
        return why.plugin().isEmpty() ? "the scheduler" : why.plugin();
    }

    private static String fits(
            String key, Decision.ScoreCard card, Optional<Decision.ScoreCard> best, Ruling ruling) {
        if (ruling.best().contains(card.node())) {
            return "%s fits on %s, and no node is better (total %d)."
                    .formatted(key, card.node(), card.total());
        }
        return best.map(other ->
                        "%s fits on %s with a total of %d, but %s has %d."
                                .formatted(
                                        key,
                                        card.node(),
                                        card.total(),
                                        other.node(),
                                        other.total()))
                .orElse("%s fits on %s.".formatted(key, card.node()));
    }
}
