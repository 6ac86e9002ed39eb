package dev.berth.app;

import dev.berth.app.cli.ExitCode;
import dev.berth.app.cli.Failure;
import dev.berth.app.cli.OutputFormat;
import dev.berth.app.cli.WordConverter;
import dev.berth.app.client.AnswerFormat;
import dev.berth.app.completion.ShellName;
import dev.berth.app.config.DiffFormat;
import dev.berth.app.config.MigrateFormat;
import dev.berth.app.config.ShowFormat;
import dev.berth.app.decide.DecideFormat;
import dev.berth.app.flags.SchedulerFlags;
import dev.berth.app.options.PluginErrors;
import dev.berth.app.plugins.ListFormat;
import dev.berth.app.run.SchedulerProgram;
import dev.berth.app.terminal.TerminalEscapes;
import dev.berth.model.GoDuration;

import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

import java.io.BufferedOutputStream;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// The entry point of `berth`: runs the command and reports a failure as a message and an exit
/// code.
public final class Main {
    private final PrintWriter out;
    private final PrintWriter err;
    private final Map<String, String> environment;
    private final boolean terminal;
    private final OutputPipe standardOutput;

    public Main(
            PrintWriter out, PrintWriter err, Map<String, String> environment, boolean terminal) {
        this(out, err, environment, terminal, new OutputPipe(OutputStream.nullOutputStream()));
    }

    private Main(
            PrintWriter out,
            PrintWriter err,
            Map<String, String> environment,
            boolean terminal,
            OutputPipe standardOutput) {
        this.standardOutput = standardOutput;
        this.out = out;
        this.err = err;
        this.environment = environment;
        this.terminal = terminal;
    }

    public static void main(String[] args) {
        Main main = ofProcess();
        // The launcher can be linked under another name.
        System.exit(
                switch (System.getProperty("berth.called", "")) {
                    case SchedulerFlags.PROGRAM -> main.runAsKubeScheduler(args);
                    case "kubectl-berth" -> main.runAs("kubectl berth", args);
                    default -> main.run(args);
                });
    }

    static Main ofProcess() {
        Console console = System.console();
        var standardOutput = new OutputPipe(new FileOutputStream(FileDescriptor.out));
        return new Main(
                new PrintWriter(
                        new BufferedOutputStream(standardOutput), true, System.out.charset()),
                new PrintWriter(System.err, true, System.err.charset()),
                System.getenv(),
                console != null && console.isTerminal(),
                standardOutput);
    }

    /// Runs `berth run` with the messages and exit codes of kube-scheduler.
    public int runAsKubeScheduler(String... args) {
        try {
            return new SchedulerProgram(SchedulerFlags.PROGRAM, out, err, environment)
                    .run(List.of(args), System.in);
        } catch (Failure e) {
            err.println("Error: " + e.getMessage());
            showHint(e);
            return ExitCode.NO;
        }
    }

    public int run(String... args) {
        return runAs("berth", args);
    }

    /// @param name the name under which the user started the program
    public int runAs(String name, String... args) {
        int code =
                commandLine(new BerthCommand(environment, terminal))
                        .setCommandName(name)
                        .execute(args);
        if (out.checkError()) {
            if (standardOutput.closedByReader()) {
                return code;
            }
            err.println("berth: cannot write to standard output");
            return ExitCode.FAILED;
        }
        return code;
    }

    CommandLine commandLine(Object command) {
        CommandLine line = withConverters(new CommandLine(command));
        CommandLine run = line.getSubcommands().get("run");
        if (run != null) {
            // Its flags have the syntax of Go, and it parses them itself.
            run.setUnmatchedOptionsArePositionalParams(true)
                    .setEndOfOptionsDelimiter("\0")
                    .setExpandAtFiles(false);
        }
        return line.setOut(out)
                .setErr(err)
                .setColorScheme(CommandLine.Help.defaultColorScheme(colours() ? Ansi.ON : Ansi.OFF))
                .setParameterExceptionHandler((wrong, _) -> explain(wrong))
                .setExecutionExceptionHandler((exception, _, _) -> report(exception));
    }

    private static CommandLine withConverters(CommandLine command) {
        return command.registerConverter(
                        OutputFormat.class, new WordConverter<>(OutputFormat.class))
                .registerConverter(DecideFormat.class, new WordConverter<>(DecideFormat.class))
                .registerConverter(ShowFormat.class, new WordConverter<>(ShowFormat.class))
                .registerConverter(DiffFormat.class, new WordConverter<>(DiffFormat.class))
                .registerConverter(MigrateFormat.class, new WordConverter<>(MigrateFormat.class))
                .registerConverter(AnswerFormat.class, new WordConverter<>(AnswerFormat.class))
                .registerConverter(ShellName.class, new WordConverter<>(ShellName.class))
                .registerConverter(ListFormat.class, new WordConverter<>(ListFormat.class))
                .registerConverter(PluginErrors.class, new WordConverter<>(PluginErrors.class))
                .registerConverter(Duration.class, Main::duration)
                .registerConverter(Float.class, Main::number);
    }

    private static Float number(String text) {
        try {
            float number = Float.parseFloat(text);
            if (Float.isInfinite(number)) {
                throw new CommandLine.TypeConversionException("'" + text + "' is too large");
            }
            return number;
        } catch (NumberFormatException e) {
            throw new CommandLine.TypeConversionException("'" + text + "' is not a number");
        }
    }

    private static Duration duration(String text) {
        try {
            return GoDuration.parse(text);
        } catch (DateTimeException e) {
            throw new CommandLine.TypeConversionException("'" + text + "' is " + e.getMessage());
        }
    }

    /// See <https://no-color.org>.
    private boolean colours() {
        return terminal
                && environment.getOrDefault("NO_COLOR", "").isEmpty()
                && !"dumb".equals(environment.get("TERM"));
    }

    private int explain(CommandLine.ParameterException wrong) {
        CommandLine command = wrong.getCommandLine();
        err.println(problem(wrong));
        if (wrong instanceof CommandLine.UnmatchedArgumentException unknown) {
            Suggestions.line(unknown).ifPresent(err::println);
        }
        err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        return ExitCode.USAGE;
    }

    private void showHint(Failure failure) {
        if (!failure.hint().isEmpty()) {
            err.println(failure.hint());
        }
    }

    private static String problem(CommandLine.ParameterException wrong) {
        return wrong instanceof CommandLine.UnmatchedArgumentException unknown
                ? "berth: unknown command or option '" + unknown.getUnmatched().getFirst() + "'"
                : "berth: " + wrong.getMessage();
    }

    private int report(Exception exception) {
        Failure expected = exception instanceof Failure failure ? failure : null;
        if (expected != null) {
            String.valueOf(expected.getMessage())
                    .lines()
                    .forEach(line -> err.println("berth: " + TerminalEscapes.text(line)));
            showHint(expected);
        } else {
            err.println(
                    "berth: unexpected error: "
                            + TerminalEscapes.text(exception.toString())
                            + "; this is a bug: set BERTH_DEBUG=1 to see the stack trace");
        }
        if ("1".equals(environment.get("BERTH_DEBUG"))) {
            exception.printStackTrace(err);
        }
        return expected != null ? expected.exitCode() : ExitCode.BUG;
    }
}
