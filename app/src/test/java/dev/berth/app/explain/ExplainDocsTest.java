package dev.berth.app.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.app.Main;
import dev.berth.app.embedded.EmbeddedCluster;
import dev.berth.app.embedded.Engines;
import dev.berth.app.jars.TestJar;
import dev.berth.app.options.ConfigurationOptions;
import dev.berth.app.workload.ManifestFiles;
import dev.berth.app.workload.ManifestProblems;
import dev.berth.app.workload.WorkloadCreation;
import dev.berth.config.Configuration;
import dev.berth.engine.port.Log;
import dev.berth.manifest.Origin;
import dev.berth.model.json.Json;
import dev.berth.sim.workload.GeneratedWorkload;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import picocli.CommandLine;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// The answers that the page about asking shows are those of its example, on a running cluster.
///
/// An answer is a fenced block below `<!-- explain -->` that begins with `$ berth ...`. A line of
/// three dots stands for any lines. Times are not compared, nor are names at the end of a line:
/// those of nodes are there if the verdicts on single nodes were kept.
class ExplainDocsTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path EXAMPLE = ROOT.resolve("docs/examples/explain");
    private static final Pattern BLOCK =
            Pattern.compile(
                    "(?ms)^<!-- explain -->\\n```console\\n\\$ berth ([^\\n]*)\\n(.*?)^```");
    private static final Pattern TIME = Pattern.compile("\\d+(\\.\\d+)?(µs|ms|s|m(\\d+s)?)");
    private static final Pattern NAMES =
            Pattern.compile("(?m)^(\\d+ .*?)(?:,? (?:east|west|gpu|batch)-1)+$");
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @TempDir private Path folder;

    @Test
    void theAnswersAreThoseOfTheExample() throws IOException {
        List<MatchResult> shown =
                BLOCK.matcher(Files.readString(ROOT.resolve("docs/operate/explain.md")))
                        .results()
                        .toList();
        assertThat(shown).hasSizeGreaterThanOrEqualTo(8);
        try (var cluster = cluster()) {
            Path kubeconfig =
                    Files.writeString(folder.resolve("config"), cluster.api().kubeconfig());
            for (MatchResult block : shown) {
                String command = block.group(1);
                Pattern wanted = pattern(block.group(2));
                // What is asked about may not have come to pass yet.
                long end = System.nanoTime() + TIMEOUT.toNanos();
                String printed = run(command, kubeconfig);
                while (!wanted.matcher(printed).matches() && System.nanoTime() - end < 0) {
                    printed = run(command, kubeconfig);
                }
                assertThat(printed).as(command).matches(wanted);
            }
        }
    }

    private EmbeddedCluster cluster() throws IOException {
        Path plugins = Files.createDirectory(folder.resolve("plugins"));
        TestJar.project(ROOT.resolve("examples/gang")).write(plugins.resolve("gang.jar"));
        var given = new Options();
        new CommandLine(given)
                .parseArgs(
                        "--config",
                        EXAMPLE.resolve("scheduler.yaml").toString(),
                        "--plugin-dir",
                        plugins.toString());
        Configuration configuration = given.options.inForce(InputStream.nullInputStream());
        var origins = new HashMap<Json.Obj, Origin>();
        List<Json.Obj> manifests =
                ManifestFiles.read(
                        List.of(EXAMPLE.resolve("cluster.yaml").toString()),
                        InputStream.nullInputStream(),
                        origins,
                        _ -> {},
                        new ManifestProblems());
        var workload = new GeneratedWorkload(List.of(), manifests, List.of());
        return EmbeddedCluster.builder()
                .scheduler(Engines.of(configuration))
                .filledBy(it -> WorkloadCreation.fill(it, workload, origins, Log.NONE))
                .start();
    }

    @CommandLine.Command(name = "options")
    private static final class Options {
        @CommandLine.Mixin private final ConfigurationOptions options = new ConfigurationOptions();
    }

    private static String run(String command, Path kubeconfig) {
        var out = new StringWriter();
        var printer = new PrintWriter(out);
        new Main(printer, printer, Map.of("KUBECONFIG", kubeconfig.toString()), false)
                .run(command.split(" "));
        return comparable(out.toString());
    }

    /// Columns are as wide as times are long.
    private static String comparable(String printed) {
        return NAMES.matcher(printed.replaceAll(" +", " ")).replaceAll("$1");
    }

    private static Pattern pattern(String output) {
        var text = new StringBuilder();
        for (String line : comparable(output).split("\n")) {
            if (line.strip().equals("...")) {
                text.append("(?:.*\\n)*");
                continue;
            }
            int from = 0;
            var times = TIME.matcher(line);
            while (times.find()) {
                text.append(Pattern.quote(line.substring(from, times.start())));
                text.append(TIME.pattern());
                from = times.end();
            }
            text.append(Pattern.quote(line.substring(from))).append("\\n");
        }
        return Pattern.compile(text.toString());
    }
}
