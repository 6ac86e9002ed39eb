package dev.berth.dashboard;

import dev.berth.answers.AnswerCodec;
import dev.berth.answers.ConfigurationAnswer;
import dev.berth.answers.ErrorAnswer;
import dev.berth.answers.ExampleItem;
import dev.berth.answers.ExamplesAnswer;
import dev.berth.answers.OverviewAnswer;
import dev.berth.engine.port.Message;
import dev.berth.engine.view.Query;
import dev.berth.engine.view.SchedulerStatus;
import dev.berth.model.ResourceNames;
import dev.berth.serving.http.ServerRequest;
import dev.berth.serving.http.ServerResponse;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/// Everything below `/berth/v1/`.
public final class QuestionEndpoint implements AutoCloseable {
    public static final String ROOT = "/berth/v1/";

    private static final List<String> QUESTIONS =
            List.of(
                    "overview",
                    "configuration",
                    "nodes",
                    "pods",
                    "queue",
                    "decisions",
                    "explain",
                    "why-not",
                    "history",
                    "examples",
                    "help",
                    "stream",
                    "pause",
                    "resume",
                    "step");
    private static final long SECOND_MILLIS = 1_000;
    private static final int MAX_STREAMS = 256;

    private final Scheduler scheduler;
    private final About about;
    private final DashboardNodes dashboardNodes;
    private final SchedulerQueries queries;
    private final PodAnswers pods;
    private final NodeAnswers nodes;
    private final StatusHistory history = new StatusHistory();
    private final DashboardStatus status;
    private final AtomicInteger streams = new AtomicInteger();
    private final DashboardContext.Sleep sleep;
    private @Nullable Thread recorder;
    private volatile boolean over;

    /// Which scheduler this is.
    ///
    /// @param kind `embedded` or `run`
    /// @param writable whether callers may pause the scheduler
    /// @param examples manifests to try
    /// @param configuration the configuration in force, and its reloads
    public record About(
            String kind,
            String version,
            boolean writable,
            List<ExampleItem> examples,
            Supplier<ConfigurationAnswer> configuration) {
        public About(String kind, String version, boolean writable, List<ExampleItem> examples) {
            this(kind, version, writable, examples, ConfigurationAnswer::none);
        }
    }

    private QuestionEndpoint(Scheduler scheduler, About about, DashboardContext context) {
        this.scheduler = scheduler;
        this.about = about;
        this.dashboardNodes = new DashboardNodes(scheduler, context.ticks());
        this.status = new DashboardStatus(scheduler, context.ticks());
        this.queries = new SchedulerQueries(scheduler, context);
        this.pods = new PodAnswers(queries, new DashboardPods(scheduler, context.ticks()));
        this.nodes = new NodeAnswers(queries, dashboardNodes);
        this.sleep = context.sleep();
    }

    /// Answers from now on, and records the history of the last hour.
    public static QuestionEndpoint start(
            Scheduler scheduler, About about, DashboardContext context) {
        var endpoint = new QuestionEndpoint(scheduler, about, context);
        Thread recorder = context.threads().newThread(endpoint::record);
        endpoint.recorder = recorder;
        recorder.start();
        return endpoint;
    }

    /// For tests: without a thread that records the history.
    static QuestionEndpoint withoutHistory(
            Scheduler scheduler, About about, DashboardContext context) {
        return new QuestionEndpoint(scheduler, about, context);
    }

    private void record() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                scheduler.ask(new Query.Status()).ifPresent(history::add);
                sleep.millis(SECOND_MILLIS);
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /// Ends all streams soon.
    @Override
    public void close() {
        over = true;
        if (recorder != null) {
            recorder.interrupt();
        }
    }

    public ServerResponse answer(ServerRequest call, ListAccess access)
            throws InterruptedException {
        try {
            return answered(call, access);
        } catch (QuestionException e) {
            return error(e.status(), e.message());
        }
    }

    public static ServerResponse error(int status, String message) {
        return json(status, new ErrorAnswer(message, Optional.empty()));
    }

    private static ServerResponse json(int status, Record body) {
        return ServerResponse.of(status, "application/json", AnswerCodec.encode(body).bytes())
                .unsniffed();
    }

    private ServerResponse answered(ServerRequest call, ListAccess access)
            throws InterruptedException, QuestionException {
        String path = call.path().substring(ROOT.length());
        List<String> steps = Arrays.asList(path.split("/", -1));
        Optional<String> leader = scheduler.leader();
        // Each replica has its own configuration.
        boolean ofReplica = List.of("help", "configuration").contains(steps.getFirst());
        if (leader.isPresent() && !ofReplica) {
            return standby(leader.get());
        }
        if (List.of("pause", "resume", "step").contains(path)) {
            return command(call, path);
        }
        if (!call.method().equals("GET") && !call.method().equals("HEAD")) {
            throw new QuestionException(
                    QuestionException.METHOD_NOT_ALLOWED,
                    "questions do not support %s: use GET".formatted(call.method()));
        }
        return switch (steps.getFirst()) {
            case "help" -> help(steps);
            case "stream" -> stream(access);
            default -> json(ServerResponse.OK, document(call, steps, access));
        };
    }

    private Record document(ServerRequest call, List<String> steps, ListAccess access)
            throws InterruptedException, QuestionException {
        return switch (steps.getFirst()) {
            case "overview" -> overview(access);
            case "configuration" -> about.configuration().get();
            case "nodes" ->
                    steps.size() == 1 ? nodes.list(access) : nodes.one(name(steps, 1), access);
            case "pods" -> pods.list(call, access);
            case "queue" -> pods.queue(call, access);
            case "decisions" -> pods.decisions(call, access);
            case "explain" -> explain(steps, access);
            case "why-not" -> pods.whyNot(name(steps, 1), name(steps, 2), name(steps, 3), access);
            case "history" -> history.answer();
            case "examples" -> new ExamplesAnswer(about.examples());
            default ->
                    throw new QuestionException(
                            ServerResponse.NOT_FOUND,
                            "there is no question \"%s\"%s"
                                    .formatted(
                                            steps.getFirst(),
                                            NameSuggestions.of(steps.getFirst(), QUESTIONS)));
        };
    }

    private static String name(List<String> steps, int index) throws QuestionException {
        if (steps.size() <= index || steps.get(index).isEmpty()) {
            throw new QuestionException(
                    ServerResponse.BAD_REQUEST,
                    "a name is missing after " + String.join("/", steps));
        }
        return steps.get(index);
    }

    private ServerResponse stream(ListAccess access) throws QuestionException {
        queries.status();
        if (streams.get() >= MAX_STREAMS) {
            throw new QuestionException(
                    QuestionException.UNAVAILABLE,
                    "%d clients read the stream already: close one".formatted(MAX_STREAMS));
        }
        return ServerResponse.streamed(
                        ServerResponse.OK,
                        "text/event-stream",
                        new EventStream(
                                status,
                                dashboardNodes,
                                history,
                                access,
                                sleep,
                                streams,
                                () -> over))
                .with("Cache-Control", "no-store");
    }

    private static ServerResponse standby(String leader) {
        return json(
                QuestionException.UNAVAILABLE,
                new ErrorAnswer(
                        leader.isEmpty()
                                ? "this replica is a standby and there is no leader yet: try again"
                                : "this replica is a standby: query the leader, %s"
                                        .formatted(leader),
                        Optional.of(leader)));
    }

    private ServerResponse command(ServerRequest call, String command) throws QuestionException {
        if (!call.method().equals("POST")) {
            throw new QuestionException(
                    QuestionException.METHOD_NOT_ALLOWED, "%s needs POST".formatted(command));
        }
        if (!about.writable()) {
            throw new QuestionException(
                    QuestionException.FORBIDDEN, "this scheduler is read-only here");
        }
        switch (command) {
            case "pause" -> scheduler.post(new Message.Pause(true));
            case "resume" -> scheduler.post(new Message.Pause(false));
            default -> {
                if (!queries.status().paused()) {
                    throw new QuestionException(
                            QuestionException.CONFLICT,
                            "the scheduler is not paused: pause it before you step");
                }
                scheduler.post(new Message.Step());
            }
        }
        return json(ServerResponse.OK, AnswerMapper.status(queries.status()));
    }

    private OverviewAnswer overview(ListAccess access)
            throws InterruptedException, QuestionException {
        SchedulerStatus current = queries.status();
        List<String> resources = visible(current.resources(), access);
        return new OverviewAnswer(
                AnswerMapper.millis(current.atNanos()),
                about.kind(),
                about.version(),
                about.writable(),
                AnswerMapper.status(current),
                resources,
                current.resources().size() - resources.size());
    }

    /// The names of the resources. Extended resources are named by nodes, so only callers who may
    /// list nodes see them.
    static List<String> visible(List<String> resources, ListAccess access)
            throws InterruptedException {
        return access.mayListNodes()
                ? resources
                : resources.stream().filter(name -> !ResourceNames.extended(name)).toList();
    }

    private Record explain(List<String> steps, ListAccess access)
            throws InterruptedException, QuestionException {
        return switch (name(steps, 1)) {
            case "pods" ->
                    steps.size() > 4 && steps.get(4).equals("dry-run")
                            ? pods.dryRun(name(steps, 2), name(steps, 3), access)
                            : pods.explain(name(steps, 2), name(steps, 3), access);
            case "nodes" -> nodes.explain(name(steps, 2), access);
            default ->
                    throw new QuestionException(
                            ServerResponse.NOT_FOUND,
                            "pods and nodes can be explained, not \"%s\"".formatted(steps.get(1)));
        };
    }

    private static ServerResponse help(List<String> steps) throws QuestionException {
        if (steps.size() == 1) {
            return json(ServerResponse.OK, HelpPages.answer());
        }
        String page = name(steps, 1);
        return HelpPages.text(page)
                .map(text ->
                        ServerResponse.of(ServerResponse.OK, "text/markdown; charset=utf-8", text)
                                .unsniffed())
                .orElseThrow(() ->
                        new QuestionException(
                                ServerResponse.NOT_FOUND,
                                "there is no help page \"%s\"%s"
                                        .formatted(page, HelpPages.suggestions(page))));
    }
}
