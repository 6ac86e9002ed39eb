package dev.berth.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.app.cli.ExitCode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

import picocli.CommandLine.Command;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;

class MainTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void versionNamesOursAndJavasAndKubeSchedulers() {
        assertThat(run("version")).isEqualTo(ExitCode.FINE);
        assertThat(out.toString())
                .matches(
                        "berth \\d+\\.\\d+\\.\\d+\\S* \\(Java 25\\S*, kube-scheduler parity"
                                + " v1\\.\\d+\\.\\d+\\)\\R");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void versionIsJsonWhenAskedFor() {
        assertThat(run("version", "-o", "json")).isEqualTo(ExitCode.FINE);
        assertThat(out.toString())
                .matches(
                        "\\{\"berth\":\"[^\"$]+\",\"java\":\"25[^\"]*\",\"kubeScheduler\":\"v1[^\"$]+\"}\\R");
    }

    @Test
    void helpIsShownWithoutACommand() {
        assertThat(run()).isEqualTo(ExitCode.FINE);
        assertThat(out.toString())
                .contains("Usage: berth", "Commands:", "Exit codes:", "Examples:");
    }

    @ParameterizedTest
    @ValueSource(strings = {"version", "bench", "explain", "why-not", "queue"})
    void everyCommandIsListedAndHasExamples(String command) {
        run("--help");
        assertThat(out.toString()).contains("\n  " + command);
        run("help", command);
        assertThat(out.toString())
                .contains("Usage: berth " + command, "Examples:\n  berth " + command);
    }

    @Test
    void asAPluginOfKubectlItHelpsUnderThatName() {
        assertThat(main(Map.of(), false).runAs("kubectl berth", "help", "queue")).isZero();
        assertThat(out.toString()).contains("Usage: kubectl berth queue");
        main(Map.of(), false).runAs("kubectl berth", "queue", "--nope");
        assertThat(err.toString()).contains("Try 'kubectl berth queue --help'.");
    }

    record WrongUsage(String name, List<String> args, String message) {
        @Override
        public String toString() {
            return name;
        }
    }

    static final List<WrongUsage> WRONG_USAGES =
            List.of(
                    new WrongUsage(
                            "a command that does not exist",
                            List.of("versiom"),
                            """
                            berth: unknown command or option 'versiom'
                            Did you mean: berth version?
                            Try 'berth --help'.
                            """),
                    new WrongUsage(
                            "a command that is close to none",
                            List.of("nonsense"),
                            """
                            berth: unknown command or option 'nonsense'
                            Try 'berth --help'.
                            """),
                    new WrongUsage(
                            "an option that does not exist",
                            List.of("version", "--colour"),
                            """
                            berth: unknown command or option '--colour'
                            Try 'berth version --help'.
                            """),
                    new WrongUsage(
                            "a value that is not one of the possible ones",
                            List.of("version", "-o", "xml"),
                            """
                            berth: Invalid value for option '--output': must be text or json, was 'xml'
                            Try 'berth version --help'.
                            """),
                    new WrongUsage(
                            "an option without its value",
                            List.of("version", "-o"),
                            """
                            berth: Missing required parameter for option '--output' (FORMAT)
                            Try 'berth version --help'.
                            """));

    @ParameterizedTest
    @FieldSource("WRONG_USAGES")
    void wrongUsageIsExplainedInAFewLines(WrongUsage wrong) {
        assertThat(run(wrong.args().toArray(String[]::new))).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).isEqualTo(wrong.message());
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void theBenchmarksAreStartedByTheLauncher() {
        assertThat(run("bench", "--nodes", "5")).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString()).contains("./berth bench --nodes 5").hasLineCount(1);
    }

    @Test
    void anUnexpectedExceptionIsOneLine() {
        assertThat(main(Map.of(), false).commandLine(new Broken()).execute())
                .isEqualTo(ExitCode.BUG);
        assertThat(err.toString())
                .isEqualTo(
                        "berth: unexpected error: java.lang.IllegalStateException: row 3 is gone;"
                                + " this is a bug: set BERTH_DEBUG=1 to see the stack trace\n");
    }

    @Test
    void anUnexpectedExceptionComesWithItsTraceWhenDebugging() {
        main(Map.of("BERTH_DEBUG", "1"), false).commandLine(new Broken()).execute();
        assertThat(err.toString()).contains("at ", "Broken.run(MainTest.java");
    }

    @Test
    void coloursNeedATerminalThatWantsThem() {
        assertThat(helpOn(Map.of(), true)).contains("\u001b[");
        assertThat(helpOn(Map.of(), false)).doesNotContain("\u001b[");
        assertThat(helpOn(Map.of("NO_COLOR", "1"), true)).doesNotContain("\u001b[");
        assertThat(helpOn(Map.of("NO_COLOR", ""), true)).contains("\u001b[");
        assertThat(helpOn(Map.of("TERM", "dumb"), true)).doesNotContain("\u001b[");
    }

    @Command(name = "broken")
    static final class Broken implements Runnable {
        @Override
        public void run() {
            throw new IllegalStateException("row 3 is gone");
        }
    }

    private String helpOn(Map<String, String> environment, boolean terminal) {
        out.getBuffer().setLength(0);
        main(environment, terminal).run("--help");
        return out.toString();
    }

    private int run(String... args) {
        return main(Map.of(), false).run(args);
    }

    private Main main(Map<String, String> environment, boolean terminal) {
        return new Main(
                new PrintWriter(out, true), new PrintWriter(err, true), environment, terminal);
    }
}
