package dev.berth.dashboard;

import dev.berth.engine.port.Message;
import dev.berth.engine.view.Decision;
import dev.berth.engine.view.Lane;
import dev.berth.engine.view.NodeReport;
import dev.berth.engine.view.NodeVerdicts;
import dev.berth.engine.view.PendingPod;
import dev.berth.engine.view.PodReport;
import dev.berth.engine.view.Pulse;
import dev.berth.engine.view.Query;
import dev.berth.engine.view.Ruling;
import dev.berth.engine.view.Wake;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;
import dev.berth.serving.http.Answer;
import dev.berth.serving.http.Call;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.function.LongSupplier;

/// Everything below `/berth/v1/`.
public final class Questions implements AutoCloseable {
    public static final String ROOT = "/berth/v1/";

    private static final int FORBIDDEN = 403;
    private static final int NO_SUCH_METHOD = 405;
    private static final int CONFLICT = 409;
    private static final int UNAVAILABLE = 503;
    private static final int MOST_ROWS = 5_000;
    private static final int KINDS_JUDGED = 64;
    private static final int NAMES_SHOWN = 10;
    private static final long SECOND_MILLIS = 1_000;
    private static final List<Lane> LANES =
            List.of(
                    Lane.ACTIVE,
                    Lane.BACKOFF,
                    Lane.UNSCHEDULABLE,
                    Lane.GATED,
                    Lane.WAITING,
                    Lane.BINDING);

    private final Scheduler scheduler;
    private final About about;
    private final Board board;
    private final Census census;
    private final History history = new History();
    private final Stream.Pause pause;
    private final Thread historian;

    /// Where this is.
    ///
    /// @param kind `embedded` or `run`
    /// @param writable whether callers may pause the scheduler
    /// @param examples manifests to begin with, by name
    public record About(
            String kind, String version, boolean writable, Map<String, Example> examples) {}

    /// @param yaml one or several documents
    public record Example(String title, String yaml) {}

    private Questions(
            Scheduler scheduler,
            About about,
            LongSupplier ticks,
            Stream.Pause pause,
            ThreadFactory threads) {
        this.scheduler = scheduler;
        this.about = about;
        this.board = new Board(scheduler, ticks);
        this.census = new Census(scheduler, ticks);
        this.pause = pause;
        historian = threads.newThread(this::remember);
    }

    /// @param threads for the one that notes down every second
    public static Questions start(Scheduler scheduler, About about, ThreadFactory threads) {
        var questions = new Questions(scheduler, about, System::nanoTime, Thread::sleep, threads);
        questions.historian.start();
        return questions;
    }

    /// For tests, which write history themselves.
    static Questions still(Scheduler scheduler, About about, LongSupplier ticks) {
        return new Questions(
                scheduler,
                about,
                ticks,
                millis -> {
                    throw new InterruptedException("one frame is enough");
                },
                Thread.ofVirtual().factory());
    }

    private void remember() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                scheduler.ask(new Query.Beat()).ifPresent(history::add);
                pause.millis(SECOND_MILLIS);
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    History history() {
        return history;
    }

    @Override
    public void close() {
        historian.interrupt();
    }

    /// A question that cannot be answered, and why.
    private static final class Unanswered extends Exception {
        private static final long serialVersionUID = 1;
        private final int status;

        Unanswered(int status, String why) {
            super(why);
            this.status = status;
        }
    }

    /// @param sight what the caller may see
    public Answer answer(Call call, Sight sight) throws InterruptedException {
        try {
            return answered(call, sight);
        } catch (Unanswered e) {
            return refused(e.status, String.valueOf(e.getMessage()));
        }
    }

    public static Answer refused(int status, String why) {
        return json(status, Json.Obj.of("error", Json.of(why)));
    }

    private static Answer json(int status, Json.Obj body) {
        return Answer.of(status, "application/json", body.bytes()).unsniffed();
    }

    private Answer answered(Call call, Sight sight) throws InterruptedException, Unanswered {
        String path = call.path().substring(ROOT.length());
        List<String> steps = Arrays.asList(path.split("/", -1));
        Optional<String> leader = scheduler.leader();
        if (leader.isPresent() && !steps.getFirst().equals("help")) {
            return standby(leader.get());
        }
        boolean reading = call.method().equals("GET") || call.method().equals("HEAD");
        if (List.of("pause", "resume", "step").contains(path)) {
            return command(call, path);
        }
        if (!reading) {
            throw new Unanswered(
                    NO_SUCH_METHOD,
                    "%s is not for %s: ask with GET".formatted(call.path(), call.method()));
        }
        return switch (steps.getFirst()) {
            case "overview" -> json(Answer.OK, overview());
            case "nodes" ->
                    json(
                            Answer.OK,
                            steps.size() == 1 ? nodes(sight) : node(named(steps, 1), sight));
            case "pods" -> json(Answer.OK, pods(call, sight));
            case "queue" -> json(Answer.OK, queue(call, sight));
            case "decisions" -> json(Answer.OK, decisions(call, sight));
            case "explain" -> json(Answer.OK, explain(steps, sight));
            case "why-not" -> json(Answer.OK, whyNot(steps, sight));
            case "history" -> json(Answer.OK, history.shown());
            case "examples" -> json(Answer.OK, examples());
            case "help" -> help(steps);
            case "stream" ->
                    Answer.streamed(
                                    Answer.OK,
                                    "text/event-stream",
                                    new Stream(scheduler, board, history, sight, pause))
                            .with("Cache-Control", "no-store");
            default -> throw new Unanswered(Answer.NOT_FOUND, "there is no " + call.path());
        };
    }

    private static Answer standby(String leader) {
        return json(
                UNAVAILABLE,
                Json.Obj.builder()
                        .put(
                                "error",
                                leader.isEmpty()
                                        ? "this process stands by and nobody leads yet: ask again"
                                        : "this process stands by: ask %s, which leads"
                                                .formatted(leader))
                        .put("leader", leader)
                        .build());
    }

    private <T> T ask(Query<T> query) throws Unanswered {
        return scheduler.ask(query).orElseThrow(Questions::busy);
    }

    private static Unanswered busy() {
        return new Unanswered(UNAVAILABLE, "the scheduler has not answered in time: ask again");
    }

    private static String named(List<String> steps, int index) throws Unanswered {
        if (steps.size() <= index || steps.get(index).isEmpty()) {
            throw new Unanswered(
                    Answer.BAD_REQUEST, "a name is missing after " + String.join("/", steps));
        }
        return steps.get(index);
    }

    private Answer command(Call call, String what) throws Unanswered {
        if (!call.method().equals("POST")) {
            throw new Unanswered(NO_SUCH_METHOD, "%s is done with POST".formatted(what));
        }
        if (!about.writable()) {
            throw new Unanswered(FORBIDDEN, "this scheduler is only looked at");
        }
        switch (what) {
            case "pause" -> scheduler.tell(new Message.Pause(true));
            case "resume" -> scheduler.tell(new Message.Pause(false));
            default -> {
                if (!ask(new Query.Beat()).paused()) {
                    throw new Unanswered(CONFLICT, "it is not paused: pause it before stepping");
                }
                scheduler.tell(new Message.Step());
            }
        }
        return json(Answer.OK, Shown.stats(ask(new Query.Beat())));
    }

    private Json.Obj overview() throws Unanswered {
        Pulse pulse = ask(new Query.Beat());
        return Json.Obj.builder()
                .put("kind", about.kind())
                .put("version", about.version())
                .put("writable", about.writable())
                .put("paused", pulse.paused())
                .put("now", Shown.millis(pulse.atNanos()))
                .put("stats", Shown.stats(pulse))
                .put("resources", Shown.texts(board.since(Long.MAX_VALUE).resources()))
                .build();
    }

    private Json.Obj nodes(Sight sight) throws InterruptedException {
        Board.News all = board.since(-1);
        boolean seen = sight.nodes();
        return Json.Obj.builder()
                .put("version", all.version())
                .put("resources", Shown.texts(all.resources()))
                .put("nodes", seen ? new Json.Arr(all.changed()) : Json.Arr.EMPTY)
                .put("hidden", seen ? 0 : all.changed().size())
                .build();
    }

    private NodeReport nodeReport(String name, Sight sight)
            throws InterruptedException, Unanswered {
        if (!sight.nodes()) {
            throw new Unanswered(
                    FORBIDDEN, "user \"%s\" may not list nodes".formatted(sight.user()));
        }
        return ask(new Query.NodeOf(name))
                .orElseThrow(() ->
                        new Unanswered(
                                Answer.NOT_FOUND,
                                "there is no node \"%s\"; all nodes are at %snodes"
                                        .formatted(name, ROOT)));
    }

    private Json.Obj node(String name, Sight sight) throws InterruptedException, Unanswered {
        NodeReport report = nodeReport(name, sight);
        var labels = Json.Obj.builder();
        report.load()
                .node()
                .labels()
                .forEach(label -> labels.put(label.getKey(), label.getValue()));
        var guests = new ArrayList<Json>();
        var hidden = new LinkedHashMap<String, Integer>();
        for (NodeReport.Guest guest : report.guests()) {
            Pod pod = guest.pod();
            if (!sight.pods(pod.namespace())) {
                hidden.merge(pod.namespace(), 1, Integer::sum);
                continue;
            }
            guests.add(
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
                .put("pods", new Json.Arr(guests))
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

    private static int number(Call call, String name, int usual, int most) throws Unanswered {
        String text = call.query().first(name).orElse("");
        if (text.isEmpty()) {
            return usual;
        }
        try {
            int number = Integer.parseInt(text);
            if (number >= 0 && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new Unanswered(
                Answer.BAD_REQUEST,
                "%s must be a number from 0 to %d, not \"%s\"".formatted(name, most, text));
    }

    private Census.Taken census() throws Unanswered {
        return census.take().orElseThrow(Questions::busy);
    }

    private Json.Obj pods(Call call, Sight sight) throws InterruptedException, Unanswered {
        String search = call.query().first("search").orElse("").toLowerCase(Locale.ROOT);
        String lane = call.query().first("lane").orElse("");
        String node = call.query().first("node").orElse("");
        String order = call.query().first("sort").filter(it -> !it.isEmpty()).orElse("name");
        int offset = number(call, "offset", 0, Integer.MAX_VALUE);
        int limit = number(call, "limit", 200, MOST_ROWS);
        List<Census.Row> all =
                census().sorted(order)
                        .orElseThrow(() ->
                                new Unanswered(
                                        Answer.BAD_REQUEST,
                                        "sort must be name, age, state or priority, or one of them"
                                                + " with - before it, not \"%s\""
                                                        .formatted(order)));
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
                hidden++;
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

    private Json.Obj queue(Call call, Sight sight) throws InterruptedException, Unanswered {
        String only = call.query().first("lane").orElse("");
        String search = call.query().first("search").orElse("").toLowerCase(Locale.ROOT);
        int offset = number(call, "offset", 0, Integer.MAX_VALUE);
        int limit = number(call, "limit", 100, MOST_ROWS);
        if (!only.isEmpty() && LANES.stream().noneMatch(lane -> lane.label().equals(only))) {
            throw new Unanswered(
                    Answer.BAD_REQUEST,
                    "there is no lane \"%s\"; there are %s"
                            .formatted(
                                    only,
                                    String.join(", ", LANES.stream().map(Lane::label).toList())));
        }
        List<PendingPod> all = census().pending();
        var wakes = new HashMap<List<String>, List<Wake>>();
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

    private List<Wake> wakes(PendingPod pod, Map<List<String>, List<Wake>> known)
            throws Unanswered {
        if (pod.lane() == Lane.WAITING || pod.lane() == Lane.BINDING) {
            return List.of();
        }
        var key = new ArrayList<>(List.of(pod.profile()));
        key.addAll(Shown.blamed(pod));
        List<Wake> before = known.get(key);
        if (before == null) {
            before = ask(new Query.Wakes(pod.profile(), Shown.blamed(pod)));
            known.put(key, before);
        }
        return before;
    }

    private Json.Obj decisions(Call call, Sight sight) throws InterruptedException, Unanswered {
        int newest = number(call, "newest", 100, MOST_ROWS);
        var names = new Names(sight);
        var shown = new ArrayList<Json>();
        int hidden = 0;
        for (Decision decision : ask(new Query.Decisions(newest))) {
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

    private Json.Obj explain(List<String> steps, Sight sight)
            throws InterruptedException, Unanswered {
        return switch (named(steps, 1)) {
            case "pods" -> {
                String pod = visible(named(steps, 2), named(steps, 3), sight);
                yield steps.size() > 4 && steps.get(4).equals("present")
                        ? present(pod, sight)
                        : pod(pod, sight);
            }
            case "nodes" -> explainedNode(named(steps, 2), sight);
            default ->
                    throw new Unanswered(
                            Answer.NOT_FOUND,
                            "pods and nodes can be explained, not \"%s\"".formatted(steps.get(1)));
        };
    }

    private static String visible(String namespace, String name, Sight sight)
            throws InterruptedException, Unanswered {
        if (!sight.pods(namespace)) {
            throw new Unanswered(
                    FORBIDDEN,
                    "user \"%s\" may not list pods in namespace \"%s\""
                            .formatted(sight.user(), namespace));
        }
        return namespace + "/" + name;
    }

    private static Unanswered unknown(String pod) {
        return new Unanswered(
                Answer.NOT_FOUND,
                "there is no pod \"%s\" that waits or runs; those that have ended are not kept"
                        .formatted(pod));
    }

    private Json.Obj pod(String key, Sight sight) throws InterruptedException, Unanswered {
        PodReport report = ask(new Query.Explain(key)).orElseThrow(() -> unknown(key));
        long now = ask(new Query.Beat()).atNanos();
        var names = new Names(sight, report.node());
        Optional<PendingPod> pending = report.pending();
        var shown =
                Json.Obj.builder()
                        .put("pod", key)
                        .put("state", Shown.state(report.lane()))
                        .put("answer", Words.answer(report, now, names))
                        .put("node", pending.map(PendingPod::node).orElse(report.node()))
                        .put(
                                "nominated",
                                names.mayNameNode(report.promised()) ? report.promised() : "")
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
                .put("helps", Shown.wakes(report.wakes()))
                .put("hints", Shown.texts(Words.hints(report)))
                .put("attempts", new Json.Arr(attempts))
                .build();
    }

    private Json.Obj present(String key, Sight sight) throws InterruptedException, Unanswered {
        Ruling ruling = ask(new Query.Examine(key)).orElseThrow(() -> unknown(key));
        PodReport report = ask(new Query.Explain(key)).orElseThrow(() -> unknown(key));
        var names = new Names(sight, report.node());
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
                .put("at", Shown.millis(ask(new Query.Beat()).atNanos()))
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

    private Json.Obj whyNot(List<String> steps, Sight sight)
            throws InterruptedException, Unanswered {
        String key = visible(named(steps, 1), named(steps, 2), sight);
        String node = named(steps, 3);
        nodeReport(node, sight);
        Ruling ruling = ask(new Query.Examine(key)).orElseThrow(() -> unknown(key));
        PodReport report = ask(new Query.Explain(key)).orElseThrow(() -> unknown(key));
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

    private Json.Obj explainedNode(String name, Sight sight)
            throws InterruptedException, Unanswered {
        NodeReport report = nodeReport(name, sight);
        NodeVerdicts verdicts =
                ask(new Query.Judge(name, KINDS_JUDGED))
                        .orElseThrow(
                                () -> new Unanswered(Answer.NOT_FOUND, "there is no node " + name));
        record Same(String plugin, List<String> reasons) {}
        var pods = new LinkedHashMap<Same, List<String>>();
        int fits = 0;
        int rejected = 0;
        for (NodeVerdicts.Verdict verdict : verdicts.verdicts()) {
            if (verdict.rejection().isEmpty()) {
                fits += verdict.pods().size();
            } else {
                Decision.RejectedNodes why = verdict.rejection().get();
                rejected += verdict.pods().size();
                pods.computeIfAbsent(new Same(why.plugin(), why.reasons()), it -> new ArrayList<>())
                        .addAll(verdict.pods());
            }
        }
        var names = new Names(sight);
        var groups = new ArrayList<Json>();
        int hidden = 0;
        for (Map.Entry<Same, List<String>> group : pods.entrySet()) {
            var some = new ArrayList<String>();
            for (String pod : group.getValue()) {
                if (!names.mayName(pod)) {
                    hidden++;
                } else if (some.size() < NAMES_SHOWN) {
                    some.add(pod);
                }
            }
            groups.add(
                    Json.Obj.builder()
                            .put("plugin", group.getKey().plugin())
                            .put("reasons", Shown.texts(group.getKey().reasons()))
                            .put("pods", group.getValue().size())
                            .put("names", Shown.texts(some))
                            .put("help", HelpPages.of(group.getKey().plugin()))
                            .build());
        }
        return Json.Obj.builder()
                .put("node", Board.shown(report.load()))
                .put("resources", Shown.texts(report.resources()))
                .put("answer", nodeAnswer(report, fits, rejected, verdicts.unjudged()))
                .put("groups", new Json.Arr(groups))
                .put("fits", fits)
                .put("unjudged", verdicts.unjudged())
                .put("hidden", hidden)
                .build();
    }

    private static String nodeAnswer(NodeReport report, int fits, int rejected, int unjudged) {
        String name = report.load().node().name();
        String here = "%s has %s".formatted(name, Words.counted(report.guests().size(), "pod"));
        String cordoned = report.load().node().unschedulable() ? " and is cordoned" : "";
        if (fits + rejected + unjudged == 0) {
            return here + cordoned + "; no pod waits for a node.";
        }
        String more = unjudged == 0 ? "" : "; %d more were not judged".formatted(unjudged);
        return "%s%s; of the pods that wait it would take %d and refuses %d%s."
                .formatted(here, cordoned, fits, rejected, more);
    }

    private Json.Obj examples() {
        var shown = new ArrayList<Json>();
        about.examples()
                .forEach((name, example) ->
                        shown.add(
                                Json.Obj.builder()
                                        .put("name", name)
                                        .put("title", example.title())
                                        .put("yaml", example.yaml())
                                        .build()));
        return Json.Obj.of("examples", new Json.Arr(shown));
    }

    private static Answer help(List<String> steps) throws Unanswered {
        if (steps.size() == 1) {
            var pages = new ArrayList<Json>();
            HelpPages.titles()
                    .forEach((page, title) ->
                            pages.add(
                                    Json.Obj.builder()
                                            .put("page", page)
                                            .put("title", title)
                                            .build()));
            return json(Answer.OK, Json.Obj.of("pages", new Json.Arr(pages)));
        }
        String page = named(steps, 1);
        return HelpPages.text(page)
                .map(text -> Answer.of(Answer.OK, "text/markdown; charset=utf-8", text).unsniffed())
                .orElseThrow(() ->
                        new Unanswered(
                                Answer.NOT_FOUND,
                                "there is no help page \"%s\"; all are at %shelp"
                                        .formatted(page, ROOT)));
    }
}
