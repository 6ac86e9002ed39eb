package dev.berth.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;

import dev.berth.app.Main;
import dev.berth.app.cli.ExitCode;
import dev.berth.config.ConfigurationReader;
import dev.berth.config.FeatureGates;
import dev.berth.config.PluginRegistry;
import dev.berth.manifest.Manifests;
import dev.berth.model.json.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
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
    private final HttpServer server;

    @TempDir private Path folder;

    ConfigDiffTest() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    /// Serves this configuration.
    private void running(String yaml) {
        Json written =
                new ConfigurationReader(PluginRegistry.inTree(), FeatureGates.DEFAULT)
                        .read(Manifests.parseFirst("running.yaml", HEAD + yaml).json())
                        .written();
        byte[] page = Json.Obj.of("componentconfig", written).bytes();
        server.createContext(
                "/configz",
                exchange -> {
                    exchange.getResponseHeaders().add("Content-Type", "application/json");
                    exchange.sendResponseHeaders(200, page.length);
                    exchange.getResponseBody().write(page);
                    exchange.close();
                });
        server.start();
    }

    private int diff(String yaml, String... more) throws IOException {
        Path file = Files.writeString(folder.resolve("scheduler.yaml"), HEAD + yaml);
        var args = new ArrayList<String>();
        args.addAll(List.of("config", "diff", file.toString()));
        args.add("--server=http://127.0.0.1:" + server.getAddress().getPort());
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
        server.start();
        assertThat(diff("")).isEqualTo(ExitCode.NO);
        assertThat(err.toString()).contains("is not a Berth scheduler");
    }
}
