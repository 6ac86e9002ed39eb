package dev.berth.app.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.app.Main;
import dev.berth.app.cli.ExitCode;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// What shells complete, by the shells themselves where they are there.
class CompletionTest {
    @TempDir private Path folder;

    private Path berth;

    /// Stands for the program, and tells how it was asked for names.
    @BeforeEach
    void program() throws IOException {
        berth = Files.writeString(folder.resolve("berth"), "#!/bin/sh\necho \"n-$2\" \"n-$#\"\n");
        assertThat(berth.toFile().setExecutable(true)).isTrue();
        Files.createDirectory(folder.resolve("files"));
        Files.writeString(folder.resolve("files/one.yaml"), "");
    }

    private Path script(String shell) throws IOException {
        var out = new StringWriter();
        assertThat(
                        new Main(new PrintWriter(out), new PrintWriter(out), Map.of(), false)
                                .run("completion", shell))
                .isZero();
        return Files.writeString(folder.resolve("script." + shell), out.toString());
    }

    private static boolean isThere(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
    }

    private String run(String... command) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .start();
        process.getOutputStream().close();
        String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        return printed;
    }

    record Line(String typed, List<String> completed) {
        @Override
        public String toString() {
            return typed;
        }
    }

    /// Words are parted by single blanks; the last one is being typed.
    static final List<Line> LINES =
            List.of(
                    new Line("berth ex", List.of("explain")),
                    new Line("berth explain ", List.of("pod", "node", "plugin")),
                    new Line("berth __", List.of()),
                    new Line(
                            "berth up --no",
                            List.of("--nodes", "--no-scheduler", "--no-controllers")),
                    new Line("berth up --nodes 5 -o ", List.of("text", "json")),
                    new Line("berth up -o j", List.of("json")),
                    new Line("berth decide -o = w", List.of("wide")),
                    new Line("berth up --plugin-errors = ", List.of("fail", "skip")),
                    new Line("berth queue un", List.of("unschedulable")),
                    new Line(
                            "berth queue --server https : //127.0.0.1 : 10259 ga",
                            List.of("gated")),
                    new Line("berth explain node n-", List.of("n-nodes", "n-4")),
                    new Line("berth why-not -n shop web n-", List.of("n-nodes", "n-4")),
                    new Line(
                            "berth run --leader-elect-res",
                            List.of(
                                    "--leader-elect-resource-lock",
                                    "--leader-elect-resource-name",
                                    "--leader-elect-resource-namespace")),
                    new Line(
                            "berth run --leader-elect = true --permit-p",
                            List.of("--permit-port-sharing")),
                    new Line("berth config check files/", List.of("files/one.yaml")),
                    new Line("berth up --plugin-dir fi", List.of("files")),
                    new Line("berth completion ", List.of("bash", "zsh", "fish")),
                    new Line("berth help que", List.of("queue")),
                    new Line("berth version extra ", List.of()));

    @ParameterizedTest
    @FieldSource("LINES")
    void bashCompletesCommandsOptionsValuesAndNames(Line line)
            throws IOException, InterruptedException {
        assumeTrue(isThere("bash"), "bash is not on the PATH");
        var words = new ArrayList<String>();
        for (String word : line.typed.split(" ", -1)) {
            words.add("'" + word.replaceFirst("^berth$", berth.toString()) + "'");
        }
        String printed =
                run(
                        "bash",
                        "--norc",
                        "-c",
                        """
                        source %s
                        COMP_WORDS=(%s)
                        COMP_CWORD=%d
                        COMP_LINE='%s'
                        _berth 2>/dev/null
                        printf '%%s\\n' "${COMPREPLY[@]}"
                        """
                                .formatted(
                                        script("bash"),
                                        String.join(" ", words),
                                        words.size() - 1,
                                        line.typed));
        assertThat(printed.lines().filter(word -> !word.isEmpty())).isEqualTo(line.completed);
    }

    @Test
    void bashKnowsForWhichProgramsItIs() throws IOException, InterruptedException {
        assumeTrue(isThere("bash"), "bash is not on the PATH");
        assertThat(run("bash", "--norc", "-c", "source " + script("bash") + "; complete -p berth"))
                .isEqualTo("complete -F _berth berth\n");
    }

    @Test
    void zshReadsItsScript() throws IOException, InterruptedException {
        assertThat(Files.readString(script("zsh"))).contains("bashcompinit", "_berth() {");
        assumeTrue(isThere("zsh"), "zsh is not on the PATH");
        assertThat(run("zsh", "-f", "-c", "source " + script("zsh") + "; whence -w _berth"))
                .contains("_berth: function");
    }

    @Test
    void fishCompletesCommandsOptionsAndValues() throws IOException, InterruptedException {
        assertThat(Files.readString(script("fish")))
                .contains(
                        "complete -c berth -n '__berth_at \\'berth explain\\'' -a pod -d",
                        "complete -c berth -n '__berth_at \\'berth up\\'' -s o -l output -r -a"
                                + " 'text json' -d",
                        "complete -c berth -n '__berth_at \\'berth explain node\\'' -a"
                                + " '(__berth_names nodes)'")
                .doesNotContain("__complete -d");
        assumeTrue(isThere("fish"), "fish is not on the PATH");
        assertThat(
                        run(
                                "fish",
                                "--no-config",
                                "-c",
                                "source %s; complete -C 'berth up -o '".formatted(script("fish"))))
                .contains("json", "text");
    }

    @Test
    void anotherShellIsRefusedByName() {
        var err = new StringWriter();
        assertThat(
                        new Main(new PrintWriter(err), new PrintWriter(err), Map.of(), false)
                                .run("completion", "tcsh"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("must be bash, zsh or fish, was 'tcsh'");
    }
}
