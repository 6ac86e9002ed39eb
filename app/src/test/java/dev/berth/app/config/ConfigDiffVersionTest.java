package dev.berth.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.app.Main;
import dev.berth.app.cli.ExitCode;
import dev.berth.config.EmulatedVersion;
import dev.berth.config.GateChange;
import dev.berth.model.json.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// `berth config diff-version`.
class ConfigDiffVersionTest {
    private static final String TWO_PROFILES =
            """
            profiles:
            - schedulerName: default-scheduler
            - schedulerName: packing
              plugins:
                multiPoint:
                  disabled: [{name: VolumeBinding}, {name: NodeName}]
            """;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir private Path folder;

    private int run(String... args) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return new Main(new PrintWriter(out), new PrintWriter(err), Map.of(), false).run(args);
    }

    private String config(String yaml) throws IOException {
        String head =
                "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n";
        return Files.writeString(folder.resolve("config.yaml"), head + yaml).toString();
    }

    private String golden(String name) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(getClass().getResourceAsStream("diff-version/" + name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private Json change(String name) {
        Json report = Json.parse(out.toString());
        if (report.at("changes").orElseThrow() instanceof Json.Arr(var changes)) {
            return changes.stream()
                    .filter(each -> each.textAt("name").orElse("").equals(name))
                    .findFirst()
                    .orElse(Json.Null.NULL);
        }
        throw new AssertionError(report.text());
    }

    @Test
    void aTableForPeople() throws IOException {
        String[] args = {
            "config",
            "diff-version",
            "--from=1.36",
            "--to=1.37",
            "--config",
            config(TWO_PROFILES),
            "--feature-gates",
            "SchedulerQueueingHints=true,NodeDeclaredFeatures=false,DRADeviceTaints=false,HPAScaleToZero=true"
        };

        assertThat(run(args)).isEqualTo(ExitCode.NO);
        assertThat(out.toString()).isEqualToNormalizingNewlines(golden("two-profiles.txt"));
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void aDocumentForPrograms() throws IOException {
        assertThat(run("config", "diff-version", "-o", "json")).isZero();
        assertThat(Json.parse(out.toString())).isEqualTo(Json.parse(golden("default.json")));
    }

    @Test
    void onlyWhatConcernsTheConfigurationIsListed() throws IOException {
        String file =
                config(
                        """
                        profiles:
                        - plugins:
                            multiPoint: {disabled: [{name: VolumeBinding}, {name: NodeName}]}
                        """);

        assertThat(run("config", "diff-version", "-o", "json", "--config", file)).isZero();
        assertThat(change("VolumeBindingArgs.shape")).isEqualTo(Json.Null.NULL);
        assertThat(change("scores of VolumeBinding")).isEqualTo(Json.Null.NULL);
        assertThat(change("filter")).isEqualTo(Json.Null.NULL);
        assertThat(change("preFilter").textAt("to")).contains("NodeUnschedulable, TaintToleration");
        assertThat(change("scores of ImageLocality")).isNotEqualTo(Json.Null.NULL);
    }

    @Test
    void aGateThatIsTurnedOffKeepsTheOlderDefaults() {
        assertThat(
                        run(
                                "config",
                                "diff-version",
                                "-o",
                                "json",
                                "--feature-gates",
                                "StorageCapacityScoring=false"))
                .isZero();
        assertThat(change("VolumeBindingArgs.shape")).isEqualTo(Json.Null.NULL);
        assertThat(change("scores of VolumeBinding")).isEqualTo(Json.Null.NULL);
        assertThat(change("StorageCapacityScoring").textAt("to")).contains("beta, on");
    }

    @Test
    void gatesOfOtherComponentsAreListedOnDemand() {
        run("config", "diff-version");
        assertThat(out.toString())
                .contains("feature gates of other components change too; --all-gates lists them.")
                .doesNotContain("APIServerTracing");
        run("config", "diff-version", "--all-gates");
        assertThat(out.toString())
                .contains("APIServerTracing")
                .doesNotContain("--all-gates")
                .containsPattern(
                        "EventedPLEG +alpha, off +alpha, off +depends on PLEGOnDemandRelist");
    }

    @Test
    void anInvalidConfigurationMustBeFixed() throws IOException {
        String file = config("parallelism: 0");

        assertThat(run("config", "diff-version", "--config", file)).isEqualTo(ExitCode.NO);
        assertThat(out.toString())
                .containsPattern(
                        "\n--config +.*config.yaml:3:14: parallelism: Invalid value: 0: should be"
                                + " an integer value greater than zero\n");
    }

    @Test
    void aConfigurationThatTheNewerReleaseRejectsIsNotCompared() throws IOException {
        String file = config("featureGates: {SidecarContainers: true}");

        assertThat(run("config", "diff-version", "--config", file)).isEqualTo(ExitCode.NO);
        assertThat(out.toString())
                .contains(
                        "\n\nPlugins and defaults are not compared, because kube-scheduler 1.37"
                                + " rejects the configuration\n\nGATES ");
    }

    @Test
    void aConfigurationThatTheOlderReleaseRejectsIsNotCompared() throws IOException {
        String file =
                config(
                        """
                        profiles:
                        - pluginConfig:
                          - name: VolumeBinding
                            args: {shape: [{utilization: 0, score: 10}]}
                        """);

        assertThat(run("config", "diff-version", "-o", "json", "--config", file)).isZero();
        Json report = Json.parse(out.toString());
        assertThat(report.textAt("warnings", "0").orElseThrow())
                .startsWith(
                        "Plugins and defaults are not compared, because kube-scheduler 1.36 rejects"
                                + " the configuration: "
                                + file
                                + ":6:")
                .contains("shape");

        run(
                "config",
                "diff-version",
                "-o",
                "json",
                "--config",
                file,
                "--feature-gates",
                "StorageCapacityScoring=true");
        assertThat(Json.parse(out.toString()).at("warnings")).contains(Json.arr());
    }

    @Test
    void badInputIsNamed() {
        assertThat(run("config", "diff-version", "--from", "1.35")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .startsWith("berth: --from must be one of 1.36, 1.37, was '1.35'");
        assertThat(run("config", "diff-version", "--to", "new")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).startsWith("berth: --to must be one of 1.36, 1.37, was 'new'");
        assertThat(run("config", "diff-version", "--from=1.37", "--to=v1.36.4"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .startsWith("berth: --from must be older than --to, was 1.37 and 1.36");
        assertThat(run("config", "diff-version", "--feature-gates", "Nonsense=true"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .isEqualToIgnoringNewLines(
                        "berth: unrecognized feature gate: Nonsense; neither kube-scheduler 1.36"
                                + " nor 1.37 has it");
        assertThat(run("config", "diff-version", "--config", "no.yaml")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .isEqualToIgnoringNewLines("berth: no.yaml: no such file or directory");
        assertThat(run("config", "diff-version", "-o", "yaml")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("must be table or json, was 'yaml'");
    }

    @Test
    void everyGateOfTheDataChanges() {
        List<EmulatedVersion> supported = ReleaseChanges.supported();
        for (int i = 1; i < supported.size(); i++) {
            assertThat(GateChange.between(supported.get(i - 1), supported.get(i)))
                    .extracting(GateChange::name)
                    .containsAll(ReleaseChanges.of(supported.get(i)).gates().keySet());
        }
    }
}
