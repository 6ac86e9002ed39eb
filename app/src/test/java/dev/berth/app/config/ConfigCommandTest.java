package dev.berth.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.app.Main;
import dev.berth.app.cli.ExitCode;
import dev.berth.model.json.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/// `berth config` and `berth run`, which need no cluster.
class ConfigCommandTest {
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

    @Test
    void brokenFilesComeWithPreciseMessages() throws IOException, URISyntaxException {
        Path broken =
                Path.of(
                        Objects.requireNonNull(getClass().getResource("broken/expected.txt"))
                                .toURI());
        try (Stream<Path> files = Files.list(broken.resolveSibling("."))) {
            String[] args =
                    Stream.concat(
                                    Stream.of("config", "check"),
                                    files.map(file -> file.normalize().toString())
                                            .filter(file -> !file.endsWith(".txt"))
                                            .sorted())
                            .toArray(String[]::new);

            assertThat(run(args)).isEqualTo(ExitCode.NO);
        }
        assertThat(out.toString().replace(broken.getParent() + "/", ""))
                .isEqualToNormalizingNewlines(Files.readString(broken));
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void aFileWithNothingWrongPasses() throws IOException {
        assertThat(run("config", "check", config("parallelism: 4"))).isZero();
        assertThat(out.toString()).endsWith("config.yaml: valid" + System.lineSeparator());
        assertThat(run("config", "check", "-o", "json", config("parallelism: 4"))).isZero();
        assertThat(out.toString().strip()).isEqualTo("[]");
    }

    @Test
    void problemsCanBeReadByPrograms() throws IOException {
        assertThat(run("config", "check", "-o", "json", config("parallelism: 0"))).isEqualTo(1);
        assertThat(Json.parse(out.toString()).at("0").orElseThrow())
                .isEqualTo(
                        Json.Obj.builder()
                                .put("file", folder.resolve("config.yaml").toString())
                                .put("line", 3)
                                .put("column", 14)
                                .put("path", "parallelism")
                                .put(
                                        "problem",
                                        "parallelism: Invalid value: 0: should be an integer value"
                                                + " greater than zero")
                                .put("severity", "error")
                                .build());
    }

    @Test
    void whatKubeSchedulerIgnoresSilentlyIsAWarning() throws IOException {
        String file =
                config(
                        """
                        profiles:
                        - plugins:
                            multiPoint:
                              disabled: [{name: NodeResourceFit}, {name: '*'}]
                              enabled: [{name: NodeName}, {name: PrioritySort, weight: 0}]
                            score:
                              enabled: [{name: ImageLocality, weight: -2}]
                          pluginConfig:
                          - {name: CustomPlugin, args: {a: 1}}
                          - {name: NodeAffinity, args: {}}
                        """);

        assertThat(run("config", "check", file)).as(out.toString()).isEqualTo(ExitCode.NO);
        assertThat(out.toString().lines().filter(line -> line.startsWith("warning: ")))
                .containsExactly(
                        "warning: "
                                + file
                                + ":6:25: profiles[0].plugins.multiPoint.disabled[0].name: there is"
                                + " no plugin \"NodeResourceFit\", so this entry disables nothing;"
                                + " did you mean NodeResourcesFit?",
                        "warning: "
                                + file
                                + ":7:64: profiles[0].plugins.multiPoint.enabled[1].weight: the"
                                + " weight 0 counts as 1; to turn off the plugin, add its name to"
                                + " disabled",
                        "warning: "
                                + file
                                + ":9:47: profiles[0].plugins.score.enabled[0].weight: with the"
                                + " weight -2, the nodes with the lowest scores of the plugin win;"
                                + " use at least 1",
                        "warning: "
                                + file
                                + ":11:12: profiles[0].pluginConfig[0].name: there is no plugin"
                                + " \"CustomPlugin\", so these arguments have no effect");
    }

    @Test
    void warningsDoNotChangeTheExitCode() throws IOException {
        String file = config("profiles: [{pluginConfig: [{name: CustomPlugin, args: {a: 1}}]}]");

        assertThat(run("config", "check", file)).isZero();
        assertThat(out.toString().lines().toList())
                .hasSize(2)
                .last()
                .isEqualTo(file + ": valid, with 1 warning");
    }

    @Test
    void gatesAreCheckedToo() throws IOException {
        String file = config("");

        assertThat(run("config", "check", file, "--feature-gates", "GenericWorkload=true"))
                .isEqualTo(ExitCode.NO);
        assertThat(out.toString()).startsWith("feature gate GenericWorkload=true is not supported");
        assertThat(run("config", "check", file, "--feature-gates", "Nonsense=true"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .isEqualToIgnoringNewLines("berth: unrecognized feature gate: Nonsense");
    }

    @Test
    void extendersThatCannotBeReachedAreNamedByTheirPlaceInTheFile() throws IOException {
        String file =
                config(
                        """
                        extenders:
                        - {urlPrefix: 'no address', filterVerb: f, ignorable: true}
                        - {urlPrefix: 'http://fine', filterVerb: f}
                        """);

        assertThat(run("config", "check", file)).isEqualTo(ExitCode.NO);
        assertThat(out.toString()).startsWith(file + ":4:3: extenders[0]: ");
    }

    @Test
    void aFileIsNeeded() {
        assertThat(run("config", "check")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).startsWith("berth: no file to check; add a file");
        assertThat(run("config", "check", "no.yaml")).isEqualTo(ExitCode.NO);
        assertThat(out.toString()).isEqualToIgnoringNewLines("no.yaml: no such file or directory");
    }

    @Test
    void whatIsInForceIsShownWithWhereItComesFrom() throws IOException {
        String file =
                config(
                        """
                        profiles:
                        - plugins:
                            multiPoint:
                              enabled: [{name: ImageLocality, weight: 4}]
                              disabled: [{name: DefaultPreemption}]
                            score: {enabled: [{name: NodeAffinity, weight: 7}]}
                        """);

        assertThat(run("config", "show", "--config", file)).isZero();
        assertThat(out.toString().lines())
                .contains(
                        "profile default-scheduler",
                        "POINT       PLUGIN                           WEIGHT  FROM",
                        "score       NodeAffinity                     7       score",
                        "score       TaintToleration                  3       default",
                        "score       ImageLocality                    4       multiPoint",
                        "bind        DefaultBinder                            default",
                        "PodTopologySpread                {\"defaultingType\":\"System\"}",
                        "parallelism                16")
                .noneMatch(line -> line.contains("DefaultPreemption"));
    }

    @Test
    void whatIsInForceCanBeReadByPrograms() {
        assertThat(run("config", "show", "-o", "json")).isZero();
        Json shown = Json.parse(out.toString());
        assertThat(shown.textAt("profiles", "0", "points", "score", "0", "plugin"))
                .hasValue("TaintToleration");
        assertThat(shown.at("profiles", "0", "points", "score", "0", "weight"))
                .hasValue(Json.of(3));
        assertThat(shown.at("profiles", "0", "arguments", "VolumeBinding", "bindTimeoutSeconds"))
                .hasValue(Json.of(600));
        assertThat(run("config", "show", "-o", "yaml")).isZero();
        assertThat(out.toString()).contains("- plugin: TaintToleration\n");
    }

    @Test
    void keysAreWrittenButNotShown() throws IOException {
        String file =
                config(
                        """
                        extenders:
                        - {urlPrefix: 'http://x', filterVerb: f, tlsConfig: {keyData: c2VjcmV0}}
                        """);
        for (String format : new String[] {"table", "yaml", "json"}) {
            assertThat(run("config", "show", "--config", file, "-o", format)).isZero();
            assertThat(out.toString()).contains("<redacted>").doesNotContain("c2VjcmV0");
        }
        Path target = folder.resolve("out.yaml");
        assertThat(run("run", "--config", file, "--write-config-to", target.toString())).isZero();
        assertThat(Files.readString(target)).contains("keyData: c2VjcmV0\n");
    }

    @Test
    void theCompletedConfigurationIsWritten() throws IOException {
        Path target = folder.resolve("out.yaml");

        assertThat(
                        run(
                                "run",
                                "--config",
                                config("podMaxBackoffSeconds: 30"),
                                "--leader-elect=false",
                                "--leader-elect-lease-duration=1m",
                                "--kube-api-qps=7",
                                "--write-config-to",
                                target.toString()))
                .isZero();
        assertThat(Files.readString(target))
                .contains("podMaxBackoffSeconds: 30\n", "leaderElect: false\n", "qps: 50\n")
                .contains("leaseDuration: 1m0s\n");
        // What is written can be read again.
        assertThat(run("config", "check", target.toString())).isZero();
    }

    @Test
    void withoutAFileMoreFlagsCount() throws IOException {
        Path target = folder.resolve("out.yaml");

        assertThat(
                        run(
                                "run",
                                "--kube-api-qps=7",
                                "--kube-api-burst=9",
                                "--kubeconfig=k",
                                "--kube-api-content-type=t",
                                "--profiling=false",
                                "--contention-profiling=false",
                                "--leader-elect-resource-name=n",
                                "--write-config-to=" + target))
                .isZero();
        assertThat(Files.readString(target))
                .contains("qps: 7\n", "burst: 9\n", "kubeconfig: k\n", "contentType: t\n")
                .contains("enableProfiling: false\n", "enableContentionProfiling: false\n")
                .contains("resourceName: \"n\"\n");
    }

    @Test
    void nothingIsWrittenThatKubeSchedulerWouldRefuse() throws IOException {
        Path target = folder.resolve("out.yaml");
        String file =
                config(
                        """
                        profiles:
                        - pluginConfig:
                          - {name: NodeResourcesFit, args: {scoringStrategy: {type: Least}}}
                        """);

        assertThat(run("run", "--config", file, "--write-config-to", target.toString()))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains("initializing plugin \"NodeResourcesFit\": scoringStrategy.type: ");
        assertThat(target).doesNotExist();
    }

    @Test
    void wrongValuesOfFlagsAreRefusedAsKubeSchedulerDoes() {
        assertThat(run("run", "--leader-elect-retry-period=soon")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains(
                        "berth: invalid argument \"soon\" for \"--leader-elect-retry-period\" flag:"
                                + " time: invalid duration \"soon\"");
    }
}
