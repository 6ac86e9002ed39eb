package dev.berth.app;

import dev.berth.app.ask.Questions;
import dev.berth.app.ask.Refusal;
import dev.berth.app.terminal.TerminalEscapes;
import dev.berth.app.terminal.TerminalStyle;
import dev.berth.kubeclient.Access;
import dev.berth.kubeclient.CredentialSource;
import dev.berth.kubeclient.Kubeconfig;
import dev.berth.manifest.YamlText;
import dev.berth.model.json.DecodeException;
import dev.berth.model.json.Json;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.File;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// Where questions go, by whom, and how answers are printed.
final class AskOptions {
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
                    "the scheduler to ask, such as https://127.0.0.1:10259 (default: the server of"
                            + " the kubeconfig)")
    private String server = "";

    @Option(
            names = AUTHORITY,
            paramLabel = "FILE",
            description = "whom to trust at --server, certificates in PEM")
    private String authority = "";

    @Option(names = INSECURE, description = "trust whoever answers at --server")
    private boolean insecure;

    @Option(
            names = TOKEN,
            paramLabel = "TOKEN",
            description = "who you are at --server (default: the user of the kubeconfig)")
    private String token = "";

    @Option(
            names = "--kubeconfig",
            paramLabel = "FILE",
            description = "where the cluster is (default: $KUBECONFIG, then ~/.kube/config)")
    private @Nullable String kubeconfig;

    @Option(
            names = "--context",
            paramLabel = "NAME",
            description = "which context of the kubeconfig (default: the current one)")
    private String context = "";

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text, json or yaml (default: text)")
    private AnswerFormat output = AnswerFormat.TEXT;

    /// Turns an answer without anything harmful in it, and the time, into text.
    interface Wording {
        String text(Json.Obj answer, long nowMillis, TerminalStyle paint);
    }

    /// Asks, prints the answer.
    ///
    /// @param path below `/berth/v1`
    /// @throws Failure if there is none
    int ask(String path, Wording wording) {
        CommandLine command = spec.commandLine();
        Json.Obj answer = answer(path, TIMEOUT);
        PrintWriter out = command.getOut();
        TerminalStyle paint = TerminalStyle.of(command.getColorScheme().ansi().enabled());
        switch (output) {
            case JSON -> out.println(TerminalEscapes.document(answer.text()));
            case YAML -> out.print(TerminalEscapes.document(YamlText.of(answer)));
            case TEXT -> out.print(worded(answer, wording, paint));
        }
        out.flush();
        return ExitCode.FINE;
    }

    private static String worded(Json.Obj answer, Wording wording, TerminalStyle paint) {
        try {
            return wording.text(
                    (Json.Obj) TerminalEscapes.of(answer), System.currentTimeMillis(), paint);
        } catch (DecodeException e) {
            throw new Failure(
                    "the answer is not understood: %s; -o json shows it, and the server may be of another version"
                            .formatted(e.getMessage()));
        }
    }

    /// @throws Failure if there is none
    Json.Obj answer(String path, Duration timeout) {
        try {
            return questions(timeout).ask(path);
        } catch (Refusal e) {
            throw new Failure(
                    e.answered() ? ExitCode.NO : ExitCode.FAILED,
                    String.valueOf(e.getMessage()),
                    e.hint());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("interrupted");
        }
    }

    private Questions questions(Duration timeout) {
        if (server.isEmpty()) {
            Stream.of(Map.entry(AUTHORITY, authority), Map.entry(TOKEN, token))
                    .filter(each -> !each.getValue().isEmpty())
                    .findFirst()
                    .ifPresent(each -> needsServer(each.getKey()));
            if (insecure) {
                needsServer(INSECURE);
            }
            return new Questions(
                    read(Kubeconfig::access)
                            .orElseThrow(() ->
                                    new Failure(
                                            ExitCode.USAGE,
                                            "nothing says whom to ask: there is no kubeconfig; name"
                                                    + " one with --kubeconfig, or a scheduler with"
                                                    + " --server")),
                    false,
                    timeout);
        }
        if (insecure && !authority.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "%s and %s contradict each other; give one of them"
                            .formatted(AUTHORITY, INSECURE));
        }
        return new Questions(ofServer(), true, timeout);
    }

    private void needsServer(String option) {
        throw new ParameterException(
                spec.commandLine(),
                "%s goes with %s; a kubeconfig has its own".formatted(option, SERVER));
    }

    /// Whoever answers unproven gets no secret that was not given for it: of a kubeconfig only the
    /// certificate, which cannot be passed on.
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
        Optional<Access> user = token.isEmpty() ? read(Kubeconfig::access) : Optional.empty();
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

    /// The namespace of pods that are named without one.
    String namespace() {
        return read(Kubeconfig::namespace).filter(name -> !name.isEmpty()).orElse("default");
    }

    private <T> Optional<T> read(Function<Kubeconfig, T> part) {
        try {
            List<String> files = files();
            return files.isEmpty()
                    ? Optional.empty()
                    : Optional.of(part.apply(Kubeconfig.open(files, context, environment())));
        } catch (IllegalArgumentException e) {
            throw new Failure(ExitCode.USAGE, String.valueOf(e.getMessage()));
        }
    }

    /// One that is named must be there; of those in $KUBECONFIG, and of the usual one, those that
    /// are there count.
    private List<String> files() {
        if (kubeconfig != null) {
            return List.of(kubeconfig);
        }
        String named = environment().getOrDefault("KUBECONFIG", "");
        String home = environment().getOrDefault("HOME", "");
        if (named.isEmpty() && home.isEmpty()) {
            return List.of();
        }
        List<String> there =
                Stream.of(
                                named.isEmpty()
                                        ? new String[] {home + "/.kube/config"}
                                        : named.split(File.pathSeparator))
                        .filter(file -> !file.isEmpty() && Files.exists(Path.of(file)))
                        .toList();
        if (there.isEmpty() && !named.isEmpty()) {
            throw new Failure(
                    ExitCode.USAGE,
                    "KUBECONFIG is %s, and there is no such file; has the cluster ended?"
                            .formatted(named));
        }
        return there;
    }

    private Map<String, String> environment() {
        return spec.root().userObject() instanceof BerthCommand berth
                ? berth.environment()
                : System.getenv();
    }
}
