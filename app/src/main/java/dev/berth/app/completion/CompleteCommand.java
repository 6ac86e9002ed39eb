package dev.berth.app.completion;

import dev.berth.answers.NodeItem;
import dev.berth.answers.NodesAnswer;
import dev.berth.answers.PodItem;
import dev.berth.answers.PodsAnswer;
import dev.berth.app.cli.Failure;
import dev.berth.app.client.AskOptions;
import dev.berth.app.client.PodOptions;
import dev.berth.app.client.QuestionClient;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// `berth __complete`: prints names that begin with the typed text, for the completion scripts. It
/// prints no errors, because the user has not run a command yet.
@Command(name = "__complete", hidden = true)
public final class CompleteCommand implements Runnable {
    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final int MAX_NAMES = 200;

    /// Shells expand words that they are given, so only names without special characters are
    /// printed.
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._/-]+");

    private static final Set<String> SWITCHES = Set.of("--insecure-skip-tls-verify");
    private static final Set<String> OPTIONS =
            Set.of(
                    "--server",
                    "--certificate-authority",
                    "--token",
                    "--kubeconfig",
                    "--context",
                    "--namespace",
                    "-n");

    @Spec private CommandSpec spec;

    @Parameters(index = "0")
    private String kind;

    @Parameters(index = "1")
    private String typed;

    @Parameters(index = "2", arity = "0..1")
    private String line = "";

    @Override
    public void run() {
        var asking = new Asking();
        PrintWriter out = spec.commandLine().getOut();
        try {
            var command = new CommandLine(asking);
            // As a subcommand it finds the environment.
            spec.addSubcommand("asking", command);
            command.parseArgs(given(line).toArray(String[]::new));
            names(asking)
                    .filter(name -> name.startsWith(typed))
                    .limit(MAX_NAMES)
                    .forEach(out::println);
        } catch (Failure | CommandLine.ParameterException noQuestion) {
            // Without a scheduler there are no names.
        }
        out.flush();
    }

    /// The options of the typed line that select the scheduler.
    private static List<String> given(String line) {
        var given = new ArrayList<String>();
        String[] words = line.strip().split("\\s+");
        for (int i = 0; i < words.length; i++) {
            String name = words[i].split("=", 2)[0];
            if (SWITCHES.contains(name) || OPTIONS.contains(name) && !name.equals(words[i])) {
                given.add(words[i]);
            } else if (OPTIONS.contains(name) && i + 1 < words.length) {
                given.addAll(List.of(words[i], words[++i]));
            }
        }
        return given;
    }

    private Stream<String> names(Asking asking) {
        return switch (kind) {
            case "nodes" ->
                    plain(
                            asking
                                    .options
                                    .ask("/nodes", NodesAnswer.class, TIMEOUT)
                                    .nodes()
                                    .stream()
                                    .map(NodeItem::name));
            case "pods" -> pods(asking);
            default -> Stream.empty();
        };
    }

    /// With their namespaces; pods of the default namespace also without it.
    private Stream<String> pods(Asking asking) {
        String defaultValue = asking.pods.key("any", asking.options).namespace() + "/";
        List<String> all =
                plain(
                                asking
                                        .options
                                        .ask(
                                                "/pods?limit=%d&search=%s"
                                                        .formatted(
                                                                MAX_NAMES,
                                                                QuestionClient.path(typed)
                                                                        .substring(1)),
                                                PodsAnswer.class,
                                                TIMEOUT)
                                        .pods()
                                        .stream()
                                        .map(PodItem::pod))
                        .toList();
        return Stream.concat(
                all.stream()
                        .filter(pod -> pod.startsWith(defaultValue))
                        .map(pod -> pod.substring(defaultValue.length())),
                all.stream());
    }

    private static Stream<String> plain(Stream<String> names) {
        return names.filter(text -> PLAIN.matcher(text).matches());
    }

    /// The options of every command that asks a scheduler.
    @Command(name = "asking")
    static final class Asking {
        @Mixin private PodOptions pods = new PodOptions();

        @Mixin private AskOptions options = new AskOptions();
    }
}
