package dev.berth.dashboard;

import dev.berth.engine.port.Message;
import dev.berth.engine.view.Pulse;
import dev.berth.engine.view.Query;
import dev.berth.model.json.Json;
import dev.berth.serving.http.ServerRequest;
import dev.berth.serving.http.ServerResponse;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/// Everything below `/berth/v1/`.
public final class Questions implements AutoCloseable {
    public static final String ROOT = "/berth/v1/";

    private static final long SECOND_MILLIS = 1_000;
    private static final int MAX_READERS = 256;

    private final Scheduler scheduler;
    private final About about;
    private final Board board;
    private final Inquiry inquiry;
    private final PodAnswers pods;
    private final NodeAnswers nodes;
    private final History history = new History();
    private final News news;
    private final AtomicInteger readers = new AtomicInteger();
    private final Surroundings.Pause pause;
    private @Nullable Thread historian;
    private volatile boolean over;

    /// Where this is.
    ///
    /// @param kind `embedded` or `run`
    /// @param writable whether callers may pause the scheduler
    /// @param examples manifests to begin with, by name
    public record About(
            String kind, String version, boolean writable, Map<String, Example> examples) {}

    /// @param yaml one or several documents
    public record Example(String title, String yaml) {}

    private Questions(Scheduler scheduler, About about, Surroundings surroundings) {
        this.scheduler = scheduler;
        this.about = about;
        this.board = new Board(scheduler, surroundings.ticks());
        this.news = new News(scheduler, surroundings.ticks());
        this.inquiry = new Inquiry(scheduler, surroundings);
        this.pods = new PodAnswers(inquiry, new Census(scheduler, surroundings.ticks()));
        this.nodes = new NodeAnswers(inquiry, board);
        this.pause = surroundings.pause();
    }

    /// Answers from now on, and remembers the last hour.
    public static Questions start(Scheduler scheduler, About about, Surroundings surroundings) {
        var questions = new Questions(scheduler, about, surroundings);
        Thread historian = surroundings.threads().newThread(questions::remember);
        questions.historian = historian;
        historian.start();
        return questions;
    }

    /// For tests, which write history themselves.
    static Questions still(Scheduler scheduler, About about, Surroundings surroundings) {
        return new Questions(scheduler, about, surroundings);
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

    /// Ends streams soon.
    @Override
    public void close() {
        over = true;
        if (historian != null) {
            historian.interrupt();
        }
    }

    /// @param sight what the caller may see
    public ServerResponse answer(ServerRequest call, Sight sight) throws InterruptedException {
        try {
            return answered(call, sight);
        } catch (Unanswered e) {
            return refused(e.status(), e.why());
        }
    }

    public static ServerResponse refused(int status, String why) {
        return json(status, Json.Obj.of("error", Json.of(why)));
    }

    private static ServerResponse json(int status, Json.Obj body) {
        return ServerResponse.of(status, "application/json", body.bytes()).unsniffed();
    }

    private ServerResponse answered(ServerRequest call, Sight sight)
            throws InterruptedException, Unanswered {
        String path = call.path().substring(ROOT.length());
        List<String> steps = Arrays.asList(path.split("/", -1));
        Optional<String> leader = scheduler.leader();
        if (leader.isPresent() && !steps.getFirst().equals("help")) {
            return standby(leader.get());
        }
        if (!steps.getFirst().equals("help") && !inquiry.ask(new Query.Beat()).informed()) {
            throw new Unanswered(
                    Unanswered.UNAVAILABLE,
                    "the scheduler has not yet read all nodes and pods of its cluster: ask again,"
                            + " and look at its log if that does not help");
        }
        boolean reading = call.method().equals("GET") || call.method().equals("HEAD");
        if (List.of("pause", "resume", "step").contains(path)) {
            return command(call, path);
        }
        if (!reading) {
            throw new Unanswered(
                    Unanswered.NO_SUCH_METHOD,
                    "%s is not for %s: ask with GET".formatted(call.path(), call.method()));
        }
        return switch (steps.getFirst()) {
            case "overview" -> json(ServerResponse.OK, overview());
            case "nodes" ->
                    json(
                            ServerResponse.OK,
                            steps.size() == 1
                                    ? nodes.list(sight)
                                    : nodes.one(named(steps, 1), sight));
            case "pods" -> json(ServerResponse.OK, pods.list(call, sight));
            case "queue" -> json(ServerResponse.OK, pods.queue(call, sight));
            case "decisions" -> json(ServerResponse.OK, pods.decisions(call, sight));
            case "explain" -> json(ServerResponse.OK, explain(steps, sight));
            case "why-not" -> {
                String node = named(steps, 3);
                nodes.report(node, sight);
                yield json(
                        ServerResponse.OK,
                        pods.whyNot(named(steps, 1), named(steps, 2), node, sight));
            }
            case "history" -> json(ServerResponse.OK, history.shown());
            case "examples" -> json(ServerResponse.OK, examples());
            case "help" -> help(steps);
            case "stream" -> stream(sight);
            default -> throw new Unanswered(ServerResponse.NOT_FOUND, "there is no " + call.path());
        };
    }

    private static String named(List<String> steps, int index) throws Unanswered {
        if (steps.size() <= index || steps.get(index).isEmpty()) {
            throw new Unanswered(
                    ServerResponse.BAD_REQUEST,
                    "a name is missing after " + String.join("/", steps));
        }
        return steps.get(index);
    }

    private ServerResponse stream(Sight sight) throws Unanswered {
        if (readers.get() >= MAX_READERS) {
            throw new Unanswered(
                    Unanswered.UNAVAILABLE,
                    "%d read the stream already: close a page".formatted(MAX_READERS));
        }
        return ServerResponse.streamed(
                        ServerResponse.OK,
                        "text/event-stream",
                        new Stream(news, board, history, sight, pause, readers, () -> over))
                .with("Cache-Control", "no-store");
    }

    private static ServerResponse standby(String leader) {
        return json(
                Unanswered.UNAVAILABLE,
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

    private ServerResponse command(ServerRequest call, String what) throws Unanswered {
        if (!call.method().equals("POST")) {
            throw new Unanswered(Unanswered.NO_SUCH_METHOD, "%s is done with POST".formatted(what));
        }
        if (!about.writable()) {
            throw new Unanswered(Unanswered.FORBIDDEN, "this scheduler is only looked at");
        }
        switch (what) {
            case "pause" -> scheduler.report(new Message.Pause(true));
            case "resume" -> scheduler.report(new Message.Pause(false));
            default -> {
                if (!inquiry.ask(new Query.Beat()).paused()) {
                    throw new Unanswered(
                            Unanswered.CONFLICT, "it is not paused: pause it before stepping");
                }
                scheduler.report(new Message.Step());
            }
        }
        return json(ServerResponse.OK, Shown.stats(inquiry.ask(new Query.Beat())));
    }

    private Json.Obj overview() throws Unanswered {
        Pulse pulse = inquiry.ask(new Query.Beat());
        return Json.Obj.builder()
                .put("kind", about.kind())
                .put("version", about.version())
                .put("writable", about.writable())
                .put("paused", pulse.paused())
                .put("now", Shown.millis(pulse.atNanos()))
                .put("stats", Shown.stats(pulse))
                .put(
                        "resources",
                        Shown.texts(
                                board.since(Long.MAX_VALUE)
                                        .orElseThrow(Unanswered::busy)
                                        .resources()))
                .build();
    }

    private Json.Obj explain(List<String> steps, Sight sight)
            throws InterruptedException, Unanswered {
        return switch (named(steps, 1)) {
            case "pods" ->
                    steps.size() > 4 && steps.get(4).equals("present")
                            ? pods.present(named(steps, 2), named(steps, 3), sight)
                            : pods.explained(named(steps, 2), named(steps, 3), sight);
            case "nodes" -> nodes.explained(named(steps, 2), sight);
            default ->
                    throw new Unanswered(
                            ServerResponse.NOT_FOUND,
                            "pods and nodes can be explained, not \"%s\"".formatted(steps.get(1)));
        };
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

    private static ServerResponse help(List<String> steps) throws Unanswered {
        if (steps.size() == 1) {
            var pages = new ArrayList<Json>();
            HelpPages.titles()
                    .forEach((page, title) ->
                            pages.add(
                                    Json.Obj.builder()
                                            .put("page", page)
                                            .put("title", title)
                                            .build()));
            return json(ServerResponse.OK, Json.Obj.of("pages", new Json.Arr(pages)));
        }
        String page = named(steps, 1);
        return HelpPages.text(page)
                .map(text ->
                        ServerResponse.of(ServerResponse.OK, "text/markdown; charset=utf-8", text)
                                .unsniffed())
                .orElseThrow(() ->
                        new Unanswered(
                                ServerResponse.NOT_FOUND,
                                "there is no help page \"%s\"; all are at %shelp"
                                        .formatted(page, ROOT)));
    }
}
