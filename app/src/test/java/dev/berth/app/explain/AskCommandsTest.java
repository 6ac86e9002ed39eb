package dev.berth.app.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.app.Main;
import dev.berth.app.cli.ExitCode;
import dev.berth.engine.SystemClock;
import dev.berth.engine.port.Log;
import dev.berth.model.json.Json;
import dev.berth.serving.HttpsServer;
import dev.berth.serving.ServingOptions;
import dev.berth.serving.http.ServerRequest;
import dev.berth.serving.http.ServerResponse;
import dev.berth.serving.tls.Authority;
import dev.berth.serving.tls.ServerTls;
import dev.berth.serving.tls.TlsIdentity;
import dev.berth.serving.tls.TlsOptions;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/// The commands that ask a scheduler, from the command line over HTTPS to what is printed.
class AskCommandsTest {
    private static final String WEB =
            """
            {"pod":"shop/web","state":"bound","summary":"shop/web is on n1\u001b[2J","node":"n1",
             "groups":[],"difference":[],"helps":[],"hints":[],"attempts":[]}
            """;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final Map<String, ServerResponse> answers = new HashMap<>();
    private final List<ServerRequest> asked = new CopyOnWriteArrayList<>();
    private final Authority authority = new Authority("ca", Instant.now());
    private HttpsServer server;

    @TempDir private Path folder;

    @BeforeEach
    void start() throws IOException {
        InetAddress here = InetAddress.ofLiteral("127.0.0.1");
        TlsIdentity own = authority.server(List.of("localhost"), List.of(here));
        ServingOptions options =
                ServingOptions.DEFAULT
                        .with(here, 0)
                        .with(
                                TlsOptions.DEFAULT.withFiles(
                                        write("own.pem", own.pem()),
                                        write("own.key", own.keyPem())));
        server =
                HttpsServer.start(
                        options,
                        new ServerTls(options.tls(), here, new SystemClock(), Log.NONE),
                        this::answer,
                        Thread.ofVirtual().factory(),
                        Log.NONE);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private String write(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content).toString();
    }

    private ServerResponse answer(ServerRequest call) {
        asked.add(call);
        return answers.getOrDefault(call.path(), ServerResponse.notFound());
    }

    private void answers(String path, int status, String json) {
        answers.put("/berth/v1" + path, ServerResponse.of(status, "application/json", json));
    }

    private String url() {
        return "https://127.0.0.1:" + server.port();
    }

    private int run(Map<String, String> environment, boolean terminal, String... args) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return new Main(new PrintWriter(out), new PrintWriter(err), environment, terminal)
                .run(args);
    }

    private int ask(String... args) {
        return run(
                Map.of(),
                false,
                Stream.concat(
                                Stream.of(args),
                                Stream.of("--server", url(), "--insecure-skip-tls-verify"))
                        .toArray(String[]::new));
    }

    private Path kubeconfig(String server, String context) throws IOException {
        return Files.writeString(
                folder.resolve("kubeconfig"),
                """
                current-context: here
                contexts:
                - {name: here, context: {cluster: c, user: me%s}}
                - {name: other, context: {cluster: c, user: me, namespace: lab}}
                clusters: [{name: c, cluster: {server: "%s", insecure-skip-tls-verify: true}}]
                users: [{name: me, user: {token: secret}}]
                """
                        .formatted(context, server));
    }

    @Test
    void resourcesAreNamedAsInKubectl() {
        answers("/explain/pods/shop/web", 200, WEB.replace("\u001b", "\\u001b"));
        for (List<String> words :
                List.of(
                        List.of("pod/web"),
                        List.of("pods/web"),
                        List.of("po", "web"),
                        List.of("pod/shop/web"))) {
            var args = new ArrayList<>(List.of("explain"));
            args.addAll(words);
            args.addAll(List.of("-n", "shop"));
            assertThat(ask(args.toArray(String[]::new))).as(words.toString()).isZero();
            assertThat(out.toString()).startsWith("shop/web is on n1");
        }

        assertThat(ask("explain", "deployment/web")).isEqualTo(2);
        assertThat(err.toString())
                .startsWith(
                        "berth: 'deployment' cannot be explained; for a pod, use berth explain pod"
                                + " NAMESPACE/NAME\n");
        assertThat(ask("explain", "nod", "n1")).isEqualTo(2);
        assertThat(err.toString()).contains("Did you mean: berth explain node");
    }

    @Test
    void aPodIsExplainedAndWhatWouldClearTheScreenIsHarmless() {
        answers("/explain/pods/shop/web", 200, WEB.replace("\u001b", "\\u001b"));
        assertThat(ask("explain", "pod", "shop/web")).isZero();
        assertThat(out.toString()).isEqualTo("shop/web is on n1\\u001b[2J\n");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void programsGetTheAnswerAsItIs() {
        answers("/explain/pods/shop/web", 200, WEB.replace("\u001b", "\\u001b"));
        Json whole = Json.parse(WEB.replace("\u001b", "\\u001b"));
        assertThat(ask("explain", "pod", "shop/web", "-o", "json")).isZero();
        assertThat(out.toString()).hasLineCount(1).doesNotContain("\u001b");
        assertThat(Json.parse(out.toString())).isEqualTo(whole);
        assertThat(ask("explain", "pod", "shop/web", "-o", "yaml")).isZero();
        assertThat(out.toString()).startsWith("pod: shop/web\nstate: bound\n");
        assertThat(ask("explain", "pod", "shop/web", "-o", "xml")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("must be text, json or yaml, was 'xml'");
    }

    @Test
    void coloursAreForTerminalsThatWantThem() {
        answers("/queue", 200, "{\"states\":[]}");
        String[] args = {"queue", "--server", url(), "--insecure-skip-tls-verify"};
        run(Map.of(), true, args);
        assertThat(out.toString()).isEqualTo("\033[1mNo pods are waiting.\033[0m\n");
        run(Map.of("NO_COLOR", "1"), true, args);
        assertThat(out.toString()).isEqualTo("No pods are waiting.\n");
    }

    record Command(String name, List<String> args, String target) {
        @Override
        public String toString() {
            return name;
        }
    }

    static final List<Command> COMMANDS =
            List.of(
                    new Command(
                            "a pod without a namespace is in default",
                            List.of("explain", "pod", "web"),
                            "/berth/v1/explain/pods/default/web"),
                    new Command(
                            "a pod in a namespace of its own",
                            List.of("explain", "pod", "web", "-n", "shop"),
                            "/berth/v1/explain/pods/shop/web"),
                    new Command(
                            "a dry run of a pod",
                            List.of("explain", "pod", "shop/web", "--dry-run"),
                            "/berth/v1/explain/pods/shop/web/dry-run"),
                    new Command(
                            "a node",
                            List.of("explain", "node", "n1"),
                            "/berth/v1/explain/nodes/n1"),
                    new Command(
                            "a name that is none stays one part of the path",
                            List.of("explain", "node", "../n?1"),
                            "/berth/v1/explain/nodes/..%2Fn%3F1"),
                    new Command(
                            "why not there",
                            List.of("why-not", "shop/web", "n1"),
                            "/berth/v1/why-not/shop/web/n1"),
                    new Command(
                            "why not there, with kinds as in kubectl",
                            List.of("why-not", "pod/web", "node/n1"),
                            "/berth/v1/why-not/default/web/n1"),
                    new Command(
                            "why not there, with a kind and a namespace",
                            List.of("why-not", "po/shop/web", "no/n1"),
                            "/berth/v1/why-not/shop/web/n1"),
                    new Command(
                            "why not there, in a namespace with the name of a kind",
                            List.of("why-not", "web", "n1", "-n", "pod"),
                            "/berth/v1/why-not/pod/web/n1"),
                    new Command("the queue", List.of("queue"), "/berth/v1/queue?limit=10"),
                    new Command(
                            "a state",
                            List.of("queue", "gated"),
                            "/berth/v1/queue?limit=100&state=gated"),
                    new Command(
                            "more of a state",
                            List.of("queue", "gated", "--limit", "7"),
                            "/berth/v1/queue?limit=7&state=gated"));

    @ParameterizedTest
    @FieldSource("COMMANDS")
    void everyCommandAsksForItsOwn(Command command) {
        ask(command.args.toArray(String[]::new));
        assertThat(asked).extracting(ServerRequest::target).containsExactly(command.target);
    }

    @Test
    void theKubeconfigGivesServerUserAndNamespace() throws IOException {
        answers("/explain/pods/shop/web", 200, "{\"summary\":\"fine\"}");
        Path file = kubeconfig(url(), ", namespace: shop");
        Map<String, String> environment = Map.of("KUBECONFIG", "/nowhere:" + file);
        assertThat(run(environment, false, "explain", "pod", "web")).isZero();
        assertThat(out.toString()).isEqualTo("fine\n");
        assertThat(asked.getFirst().header("Authorization")).contains("Bearer secret");
        run(
                Map.of(),
                false,
                "why-not",
                "web",
                "n1",
                "--kubeconfig",
                file.toString(),
                "--context",
                "other");
        assertThat(asked.getLast().path()).isEqualTo("/berth/v1/why-not/lab/web/n1");
    }

    @Test
    void anUnverifiedServerDoesNotGetTheTokenOfTheKubeconfig() throws IOException {
        Map<String, String> environment =
                Map.of("KUBECONFIG", kubeconfig("https://127.0.0.1:1", "").toString());
        String[] args = {"queue", "--server", url(), "--insecure-skip-tls-verify"};
        run(environment, false, args);
        assertThat(asked.getLast().header("Authorization")).isEmpty();
        run(
                environment,
                false,
                Stream.concat(Stream.of(args), Stream.of("--token", "mine"))
                        .toArray(String[]::new));
        assertThat(asked.getLast().header("Authorization")).contains("Bearer mine");
    }

    @Test
    void aServerThatIsProvenIsGivenTheTokenOrCertificateOfTheKubeconfig() throws IOException {
        TlsIdentity me = authority.client("me");
        String file =
                write(
                        "mine",
                        """
                        current-context: c
                        contexts: [{name: c, context: {cluster: c, user: me}}]
                        clusters: [{name: c, cluster: {server: "https://127.0.0.1:1"}}]
                        users: [{name: me, user: {client-certificate: "%s", client-key: "%s"}}]
                        """
                                .formatted(
                                        write("me.pem", me.pem()), write("me.key", me.keyPem())));
        String[] args = {
            "queue", "--server", url(), "--certificate-authority", write("ca.pem", authority.pem())
        };
        run(Map.of("KUBECONFIG", file), false, args);
        assertThat(asked.getLast().certificates()).first().isEqualTo(me.own());
        run(Map.of("KUBECONFIG", kubeconfig("https://127.0.0.1:1", "").toString()), false, args);
        assertThat(asked.getLast().header("Authorization")).contains("Bearer secret");
    }

    @Test
    void aSchedulerThatIsNotBerthIsDetected() {
        assertThat(ask("queue")).isEqualTo(ExitCode.NO);
        assertThat(err.toString()).contains("is not a Berth scheduler");
    }

    @Test
    void whatTheServerSaysIsPrintedAsItIs() {
        answers("/explain/pods/shop/web", 404, "{\"error\":\"there is no pod shop/web\u202e\"}");
        assertThat(ask("explain", "pod", "shop/web")).isEqualTo(ExitCode.NO);
        assertThat(err.toString()).isEqualTo("berth: there is no pod shop/web\\u202e\n");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void aStandbyNamesTheLeaderAndHowToReachIt() {
        answers(
                "/queue",
                503,
                "{\"error\":\"this process stands by; s-1_x leads\",\"leader\":\"s-1_x\"}");
        assertThat(ask("queue")).isEqualTo(ExitCode.NO);
        assertThat(err.toString())
                .startsWith("berth: this process stands by; s-1_x leads\n")
                .contains("kubectl -n kube-system port-forward pod/s-1 10259");
    }

    @ParameterizedTest
    @ValueSource(ints = {403, 404})
    void anApiServerThatIsNoSchedulerSaysHowToNameOne(int status) throws IOException {
        answers("/queue", status, "{\"kind\":\"Status\",\"code\":%d}".formatted(status));
        Map<String, String> environment = Map.of("KUBECONFIG", kubeconfig(url(), "").toString());
        assertThat(run(environment, false, "queue")).isEqualTo(ExitCode.NO);
        assertThat(err.toString())
                .contains(
                        "is an API server, not a Berth scheduler; set --server to the address of"
                                + " the scheduler",
                        "port-forward",
                        "--insecure-skip-tls-verify");
    }

    @Test
    void anUnknownCallerIsReported() {
        answers.put("/berth/v1/queue", ServerResponse.problem(401, "Unauthorized"));
        assertThat(ask("queue")).isEqualTo(ExitCode.NO);
        assertThat(err.toString()).contains("cannot authenticate you", "--token");
    }

    @Test
    void anUntrustedServerIsReportedWithARemedy() {
        assertThat(run(Map.of(), false, "queue", "--server", url())).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString())
                .contains("cannot connect to " + url(), "--certificate-authority FILE");
    }

    @Test
    void aServerThatIsNotThereIsNamed() {
        String gone = url();
        server.close();
        assertThat(run(Map.of(), false, "queue", "--server", gone)).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString()).contains("cannot connect to " + gone).hasLineCount(1);
    }

    record Wrong(List<String> args, String message) {
        @Override
        public String toString() {
            return String.join(" ", args);
        }
    }

    static final List<Wrong> WRONGS =
            List.of(
                    new Wrong(List.of("queue"), "no kubeconfig found; set --kubeconfig"),
                    new Wrong(
                            List.of("queue", "fast"),
                            "'fast' is not a scheduling state of pending pods; use one of active"),
                    new Wrong(List.of("queue", "--limit", "0"), "--limit must be between 1 and"),
                    new Wrong(
                            List.of("queue", "--token", "x"),
                            "--token requires --server; without it, the kubeconfig is used"),
                    new Wrong(
                            List.of("queue", "--server", "ftp://x"),
                            "--server: server \"ftp://x\" is not an address"),
                    new Wrong(
                            List.of("queue", "--kubeconfig", "/nowhere"), "kubeconfig /nowhere: "),
                    new Wrong(
                            List.of("explain", "pod", "a/b/c"),
                            "'a/b/c' is not the name of a pod; use NAMESPACE/NAME"),
                    new Wrong(List.of("explain", "pod", "/b"), "'/b' is not the name of a pod"),
                    new Wrong(
                            List.of("explain", "pod", "a/b", "-n", "c"),
                            "'a/b' is not in namespace c"),
                    new Wrong(List.of("why-not", "a/b"), "Missing required parameter: 'NODE'"));

    @ParameterizedTest
    @FieldSource("WRONGS")
    void wrongUsageNamesTheValueAndTheWayOut(Wrong wrong) {
        assertThat(run(Map.of(), false, wrong.args.toArray(String[]::new)))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).startsWith("berth: " + wrong.message);
    }

    private int complete(String kind, String typed, String line) {
        return run(Map.of(), false, "__complete", kind, typed, line);
    }

    @Test
    void namesAreCompletedFromTheServerOfTheCommandLine() {
        answers(
                "/nodes",
                200,
                "{\"nodes\":[{\"name\":\"n1\"},{\"name\":\"x\"},{\"name\":\"n$(id)\"}]}");
        answers(
                "/pods",
                200,
                "{\"pods\":[{\"pod\":\"shop/web\"},{\"pod\":\"lab/shop\"},{\"pod\":\"\"}]}");
        String there = " --insecure-skip-tls-verify --server=" + url();
        assertThat(complete("nodes", "n", "berth explain node" + there + " n")).isZero();
        assertThat(out.toString()).isEqualTo("n1\n");
        complete("pods", "", "berth explain pod -n lab" + there);
        assertThat(out.toString()).isEqualTo("shop\nshop/web\nlab/shop\n");
        assertThat(asked.getLast().target()).isEqualTo("/berth/v1/pods?limit=200&search=");
    }

    @Test
    void withoutAServerNoNamesAreCompleted() {
        assertThat(complete("pods", "", "berth explain pod --context=")).isZero();
        assertThat(complete("nodes", "", "berth explain node --server ftp://x ")).isZero();
        assertThat(out.toString() + err).isEmpty();
    }

    @Test
    void aClusterThatHasEndedIsSuspected() {
        assertThat(run(Map.of("KUBECONFIG", "/tmp/gone"), false, "queue"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains("KUBECONFIG is /tmp/gone, but that file does not exist; the cluster");
    }
}
