package dev.berth.app.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.app.embedded.EmbeddedCluster;
import dev.berth.app.embedded.Engines;
import dev.berth.app.workload.WorkloadCreation;
import dev.berth.config.ConfigurationReader;
import dev.berth.config.FeatureGates;
import dev.berth.config.PluginRegistry;
import dev.berth.engine.port.Log;
import dev.berth.sim.workload.GeneratedWorkloads;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The commands of kubectl that the README shows print what it says, on the cluster of `berth up`.
///
/// A line of three dots stands for any lines; ages and what follows the last word of a line are not
/// compared.
class KubectlLinesTest {
    private static final Pattern BLOCK =
            Pattern.compile("(?ms)^<!-- kubectl -->\\n```console\\n(.*?)^```");
    private static final Pattern AGE = Pattern.compile("\\b\\d+[smh](\\d+s)?\\b");

    private record Line(String command, List<String> output) {}

    private static List<Line> shown() throws IOException {
        Matcher block = BLOCK.matcher(Files.readString(Path.of("../README.md")));
        assertThat(block.find()).isTrue();
        var lines = new ArrayList<Line>();
        for (String line : block.group(1).split("\n", -1)) {
            if (line.startsWith("$ ")) {
                lines.add(new Line(line.substring(2), new ArrayList<>()));
            } else if (!line.isEmpty()) {
                lines.getLast().output.add(line);
            }
        }
        return lines;
    }

    private static boolean isOnThePath(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    @Test
    void theLinesOfTheReadmePrintWhatItShows(@TempDir Path folder)
            throws IOException, InterruptedException {
        assumeTrue(isOnThePath("kubectl"), "kubectl is not on the PATH");
        var configuration =
                new ConfigurationReader(PluginRegistry.inTree(), FeatureGates.DEFAULT).defaults();
        try (var cluster =
                EmbeddedCluster.builder()
                        .scheduler(Engines.of(configuration))
                        .filledBy(it ->
                                WorkloadCreation.fill(
                                        it,
                                        GeneratedWorkloads.mixed(1, 100, 1_000),
                                        Map.of(),
                                        Log.NONE))
                        .start()) {
            Path kubeconfig =
                    Files.writeString(folder.resolve("config"), cluster.api().kubeconfig());
            List<Line> lines = shown();
            assertThat(lines).hasSize(10);
            for (Line line : lines) {
                String printed = run(line.command, kubeconfig);
                assertThat(printed).as(line.command).matches(pattern(line.output));
            }
        }
    }

    private static String run(String command, Path kubeconfig)
            throws IOException, InterruptedException {
        var builder = new ProcessBuilder("sh", "-c", command + " 2>&1");
        builder.environment().put("KUBECONFIG", kubeconfig.toString());
        builder.environment().put("KUBECACHEDIR", kubeconfig + ".cache");
        Process process = builder.start();
        String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(command + ": " + printed).isZero();
        return printed;
    }

    private static Pattern pattern(List<String> output) {
        var text = new StringBuilder();
        for (String line : output) {
            if (line.equals("...")) {
                text.append("(?:.*\\n)*");
                continue;
            }
            var words = new ArrayList<String>();
            for (String word : line.strip().split("\\s+", -1)) {
                words.add(AGE.matcher(word).matches() ? "\\S+" : Pattern.quote(word));
            }
            text.append(String.join("\\s+", words)).append("\\s*\\n");
        }
        return Pattern.compile(text.toString());
    }
}
