package dev.berth.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.app.Main;
import dev.berth.app.cli.ExitCode;
import dev.berth.config.ConfigurationReader;
import dev.berth.config.FeatureGates;
import dev.berth.config.PluginRegistry;
import dev.berth.engine.port.Log;
import dev.berth.manifest.Manifests;
import dev.berth.model.json.Json;
import dev.berth.serving.ClientLimits;
import dev.berth.serving.LoopbackServer;
import dev.berth.serving.http.ServerResponse;
import dev.berth.serving.zpage.ConfigPage;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// `berth config diff`, against a server that has the page `/configz`.
class ConfigDiffTest {
    private static final String HEAD =
            "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final LoopbackServer server;
    private Json.@Nullable Obj served;

    @TempDir private Path folder;

    ConfigDiffTest() throws IOException {
        server =
                LoopbackServer.start(
                        0,
                        call -> {
                            Json.Obj configuration = served;
                            return configuration != null && call.path().equals("/configz")
                                    ? new ConfigPage(() -> configuration).answer(call)
                                    : ServerResponse.of(
                                            ServerResponse.NOT_FOUND, "text/plain", new byte[0]);
                        },
                        ClientLimits.DEFAULTS,
                        Thread.ofVirtual().factory(),
                        Log.NONE);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    /// Serves this configuration.
    private void running(String yaml) {
        served =
                new ConfigurationReader(PluginRegistry.inTree(), FeatureGates.DEFAULT)
                        .read(Manifests.parseFirst("running.yaml", HEAD + yaml).json())
                        .written();
    }

    private int diff(String yaml, String... more) throws IOException {
        Path file = Files.writeString(folder.resolve("scheduler.yaml"), HEAD + yaml);
        var args = new ArrayList<String>();
        args.addAll(List.of("config", "diff", file.toString()));
        args.add("--server=http://127.0.0.1:" + server.port());
        args.addAll(List.of(more));
        return new Main(new PrintWriter(out), new PrintWriter(err), Map.of(), false)
                .run(args.toArray(String[]::new));
    }

    @Test
    void theSameConfigurationHasNoChanges() throws IOException {
        running("podMaxBackoffSeconds: 20\n");
        assertThat(diff("podMaxBackoffSeconds: 20 # seconds\n")).isEqualTo(ExitCode.FINE);
        assertThat(out).hasToString("no changes\n");
    }

    @Test
    void changesAreListedByArea() throws IOException {
        running(
                """
                extenders:
                - {urlPrefix: 'http://127.0.0.1:1', filterVerb: filter}
                profiles:
                - schedulerName: default-scheduler
                - schedulerName: old
                """);
        assertThat(
                        diff(
                                """
                                podMaxBackoffSeconds: 20
                                extenders:
                                - {urlPrefix: 'http://127.0.0.1:1', filterVerb: filter, weight: 5, prioritizeVerb: p}
                                profiles:
                                - schedulerName: default-scheduler
                                  percentageOfNodesToScore: 50
                                  plugins:
                                    multiPoint: {disabled: [{name: NodeName}]}
                                    score: {enabled: [{name: ImageLocality, weight: 9}]}
                                  pluginConfig:
                                  - {name: InterPodAffinity, args: {hardPodAffinityWeight: 7}}
                                - schedulerName: new
                                """))
                .isEqualTo(ExitCode.NO);
        assertThat(err.toString()).isEmpty();
        assertThat(out.toString())
                .startsWith("The scheduler can reload this configuration without a restart.\n")
                .containsPattern("default-scheduler: percentageOfNodesToScore +0 +50")
                .containsPattern("old +present +-")
                .containsPattern("new +- +present")
                .containsPattern("default-scheduler: filter +NodeName +-")
                .containsPattern("default-scheduler: score +ImageLocality 1 +ImageLocality 9")
                .containsPattern(
                        "default-scheduler: InterPodAffinityArgs.hardPodAffinityWeight +1 +7")
                .containsPattern("http://127.0.0.1:1.weight +- +5")
                .containsPattern("podMaxBackoffSeconds +10 +20");
    }

    @Test
    void fieldsThatNeedARestartAreMarked() throws IOException {
        running("");
        assertThat(diff("leaderElection: {leaseDuration: 30s}\n", "-o", "json"))
                .isEqualTo(ExitCode.NO);
        Json.Obj answer = (Json.Obj) Json.parse(out.toString());
        assertThat(answer.text())
                .isEqualTo(
                        """
                        {"needsRestart":true,"changes":[{"area":"settings","name":"leaderElection.leaseDuration","running":"\\"15s\\"","file":"\\"30s\\"","needsRestart":true}]}\
                        """);
    }

    @Test
    void anInvalidFileIsReported() throws IOException {
        running("");
        assertThat(diff("parallelism: 0\n")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("parallelism: Invalid value: 0");
    }

    @Test
    void aServerWithoutThePageIsReported() throws IOException {
        assertThat(diff("")).isEqualTo(ExitCode.NO);
        assertThat(err.toString()).contains("is not a Berth scheduler");
    }
}
