package dev.berth.app.client;

import dev.berth.answers.AnswerCodec;
import dev.berth.app.cli.CommandContext;
import dev.berth.app.cli.ExitCode;
import dev.berth.app.cli.Failure;
import dev.berth.app.terminal.TerminalEscapes;
import dev.berth.app.terminal.TerminalStyle;
import dev.berth.kubeclient.Access;
import dev.berth.kubeclient.CredentialSource;
import dev.berth.kubeclient.Kubeconfig;
import dev.berth.manifest.YamlText;
import dev.berth.model.json.DecodeException;
import dev.berth.model.json.Json;

import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The options that select a scheduler, its credentials and the output format.
public final class AskOptions {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final String SERVER = "--server";
    private static final String AUTHORITY = "--certificate-authority";
    private static final String INSECURE = "--insecure-skip-tls-verify";
    private static final String TOKEN = "--token";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = SERVER,
            paramLabel = "URL",
            description =
                    "scheduler address, such as https://127.0.0.1:10259 (default: the server of the"
                            + " kubeconfig)")
    private String server = "";

    @Option(
            names = AUTHORITY,
            paramLabel = "FILE",
            description = "PEM file with the certificate authorities of --server")
    private String authority = "";

    @Option(names = INSECURE, description = "do not verify the certificate of --server")
    private boolean insecure;

    @Option(
            names = TOKEN,
            paramLabel = "TOKEN",
            description =
                    "bearer token for --server (default: the credentials of the kubeconfig user)")
    private String token = "";

    @Mixin private KubeconfigOptions kubeconfig = new KubeconfigOptions();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text, json or yaml (default: text)")
    private AnswerFormat output = AnswerFormat.TEXT;

    /// Renders an answer whose texts contain only printable characters.
    public interface Renderer<T> {
        String text(T answer, TerminalStyle paint);
    }

    /// Asks a question and prints the answer.
    ///
    /// @param path below `/berth/v1`
    /// @throws Failure if there is no answer
    public <T extends Record> int ask(String path, Class<T> type, Renderer<T> renderer) {
        CommandLine command = spec.commandLine();
        Json.Obj answer = answer(path, TIMEOUT);
        PrintWriter out = command.getOut();
        TerminalStyle paint = TerminalStyle.of(command.getColorScheme().ansi().enabled());
        switch (output) {
            case JSON -> out.println(TerminalEscapes.document(answer.text()));
            case YAML -> out.print(TerminalEscapes.document(YamlText.of(answer)));
            case TEXT -> out.print(rendered(answer, type, renderer, paint));
        }
        out.flush();
        return ExitCode.FINE;
    }

    /// Prints a result in the output format.
    ///
    /// @param text the result for users
    public void print(Json.Obj result, String text) {
        PrintWriter out = spec.commandLine().getOut();
        switch (output) {
            case JSON -> out.println(TerminalEscapes.document(result.text()));
            case YAML -> out.print(TerminalEscapes.document(YamlText.of(result)));
            case TEXT -> out.print(text);
        }
        out.flush();
    }

    /// The configuration in force, as `/configz` shows it.
    ///
    /// @throws Failure if there is no answer
    public Json.Obj configuration() {
        return answered(() -> client(TIMEOUT).configuration());
    }

    private static <T extends Record> String rendered(
            Json.Obj answer, Class<T> type, Renderer<T> renderer, TerminalStyle paint) {
        return renderer.text(decoded((Json.Obj) TerminalEscapes.of(answer), type), paint);
    }

    private static <T extends Record> T decoded(Json.Obj answer, Class<T> type) {
        try {
            return AnswerCodec.decode(answer, type);
        } catch (DecodeException e) {
            throw new Failure(
                    "the answer cannot be decoded: %s; -o json prints it unchanged"
                            .formatted(e.getMessage()));
        }
    }

    /// Asks a question.
    ///
    /// @throws Failure if there is no answer
    public <T extends Record> T ask(String path, Class<T> type, Duration timeout) {
        return decoded(answer(path, timeout), type);
    }

    private Json.Obj answer(String path, Duration timeout) {
        return answered(() -> client(timeout).ask(path));
    }

    /// A request to the scheduler.
    @FunctionalInterface
    private interface Request {
        Json.Obj send() throws AnswerException, InterruptedException;
    }

    private static Json.Obj answered(Request request) {
        try {
            return request.send();
        } catch (AnswerException e) {
            throw new Failure(
                    e.answered() ? ExitCode.NO : ExitCode.FAILED,
                    String.valueOf(e.getMessage()),
                    e.hint());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("interrupted");
        }
    }

    private QuestionClient client(Duration timeout) {
        if (server.isEmpty()) {
            Stream.of(Map.entry(AUTHORITY, authority), Map.entry(TOKEN, token))
                    .filter(each -> !each.getValue().isEmpty())
                    .findFirst()
                    .ifPresent(each -> needsServer(each.getKey()));
            if (insecure) {
                needsServer(INSECURE);
            }
            return new QuestionClient(
                    kubeconfig
                            .access(environment())
                            .orElseThrow(() ->
                                    new Failure(
                                            ExitCode.USAGE,
                                            "no kubeconfig found; set --kubeconfig, or --server for"
                                                    + " a scheduler")),
                    false,
                    timeout);
        }
        if (insecure && !authority.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "%s and %s are mutually exclusive".formatted(AUTHORITY, INSECURE));
        }
        return new QuestionClient(ofServer(), true, timeout);
    }

    private void needsServer(String option) {
        throw new ParameterException(
                spec.commandLine(),
                "%s requires %s; without it, the kubeconfig is used".formatted(option, SERVER));
    }

    /// A server whose identity is not verified gets only the secrets that were given for it. From a
    /// kubeconfig it gets only the client certificate, which the server cannot use itself.
    private Access ofServer() {
        Access plain;
        try {
            plain =
                    Kubeconfig.plain(
                            server.contains("://") ? server : "https://" + server, environment());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(
                    spec.commandLine(), "%s: %s".formatted(SERVER, e.getMessage()));
        }
        Optional<Access> user =
                token.isEmpty() ? kubeconfig.access(environment()) : Optional.empty();
        Access.Identity identity =
                token.isEmpty()
                        ? user.filter(_ -> !insecure && plain.endpoint().secure())
                                .map(Access::identity)
                                .orElseGet(Access.Identity.None::new)
                        : new Access.Identity.Bearer(new CredentialSource("token", token, ""));
        return new Access(
                plain.endpoint(),
                new CredentialSource("certificate-authority", "", authority),
                "",
                insecure,
                user.map(Access::certificate).orElse(plain.certificate()),
                user.map(Access::key).orElse(plain.key()),
                identity,
                List.of());
    }

    /// The namespace of pods without one.
    String namespace() {
        return kubeconfig.namespace(environment());
    }

    private Map<String, String> environment() {
        return CommandContext.of(spec).map(CommandContext::environment).orElseGet(System::getenv);
    }
}
