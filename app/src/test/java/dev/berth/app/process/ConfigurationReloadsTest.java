package dev.berth.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.answers.ConfigurationAnswer;
import dev.berth.app.options.ConfigurationOptions;
import dev.berth.app.options.PluginErrors;
import dev.berth.app.options.PluginOptions;
import dev.berth.app.options.PolicyOptions;
import dev.berth.config.Configuration;
import dev.berth.engine.VirtualClock;
import dev.berth.engine.port.Log;
import dev.berth.engine.port.ReloadOutcome;
import dev.berth.observe.metrics.ComponentMetrics;
import dev.berth.observe.metrics.MetricOptions;
import dev.berth.observe.metrics.Metrics;
import dev.berth.observe.tracing.TraceCounts;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

class ConfigurationReloadsTest {
    private static final String HEAD =
            """
            apiVersion: kubescheduler.config.k8s.io/v1
            kind: KubeSchedulerConfiguration
            """;

    @TempDir private Path folder;

    private final Metrics metrics =
            new Metrics(
                    MetricOptions.DEFAULT,
                    gate -> false,
                    new ComponentMetrics.Build("v1.37.1", "", "", "1.37", "1.37"),
                    List.of(),
                    () -> 0,
                    () -> 0,
                    () -> 0,
                    () -> TraceCounts.NONE);
    private final VirtualClock clock = VirtualClock.atEpoch();
    private final List<String> log = new ArrayList<>();
    private final List<String> events = new ArrayList<>();
    private final List<Configuration> reloaded = new ArrayList<>();
    private Optional<ReloadOutcome> rejection = Optional.empty();
    private Optional<RuntimeException> bug = Optional.empty();
    private int versions;

    @BeforeEach
    void mount() throws IOException {
        Files.createSymbolicLink(
                folder.resolve("scheduler.yaml"), Path.of("..data", "scheduler.yaml"));
        write(HEAD);
    }

    /// Replaces the content as the kubelet updates a ConfigMap: a new directory, and a link that is
    /// replaced atomically.
    private void write(String content) throws IOException {
        String version = "..2026_" + versions++;
        Files.createDirectory(folder.resolve(version));
        Files.writeString(folder.resolve(version).resolve("scheduler.yaml"), content);
        Path link = folder.resolve("..data_tmp");
        Files.createSymbolicLink(link, Path.of(version));
        Files.move(link, folder.resolve("..data"), StandardCopyOption.ATOMIC_MOVE);
    }

    private String file() {
        return folder.resolve("scheduler.yaml").toString();
    }

    private ConfigurationReloads started() throws InterruptedException {
        var options =
                ConfigurationOptions.of(
                        file(),
                        List.of(),
                        List.of(),
                        List.of(),
                        PolicyOptions.of("", "", Optional.empty(), Optional.empty()),
                        PluginOptions.of(
                                List.of(), PluginErrors.FAIL, new PrintWriter(new StringWriter())));
        Configuration configuration =
                options.written(settings -> settings, InputStream.nullInputStream()).orFail();
        var reloads =
                new ConfigurationReloads(
                        new ReloadOptions(
                                Path.of(file()),
                                content -> options.reread(content, settings -> settings)),
                        configuration,
                        next -> {
                            if (bug.isPresent()) {
                                throw bug.get();
                            }
                            if (rejection.isPresent()) {
                                return rejection.get();
                            }
                            reloaded.add(next);
                            return new ReloadOutcome.InForce(3);
                        },
                        (reason, type, note) -> events.add(type + " " + reason + " " + note),
                        metrics.berth(),
                        clock,
                        Log.plain(log::add));
        reloads.check(false);
        return reloads;
    }

    private void change(ConfigurationReloads reloads, String content)
            throws IOException, InterruptedException {
        write(content);
        reloads.check(false);
        reloads.check(false);
    }

    private static String weight(int weight) {
        return HEAD
                + """
                profiles:
                - plugins:
                    score:
                      enabled:
                      - {name: NodeResourcesFit, weight: %d}
                """
                        .formatted(weight);
    }

    @Test
    void aReplacedLinkReloadsTheFile() throws Exception {
        ConfigurationReloads reloads = started();
        assertThat(reloaded).isEmpty();
        String before = reloads.answer(List.of()).digest();

        change(reloads, weight(7));

        assertThat(reloaded).hasSize(1);
        assertThat(reloads.inForce()).isSameAs(reloaded.getFirst());
        ConfigurationAnswer answer = reloads.answer(List.of());
        assertThat(answer.lastResult()).isEqualTo("success");
        assertThat(answer.reloaded()).isEqualTo(1);
        assertThat(answer.problems()).isEmpty();
        assertThat(answer.digest()).hasSize(64).isNotEqualTo(before);
        assertThat(events)
                .containsExactly(
                        "Normal ConfigurationReloaded reloaded the configuration, sha256 "
                                + answer.digest());
        assertThat(log).anyMatch(line -> line.startsWith("Reloaded the configuration file="));
    }

    @Test
    void metricsShowTheResults() throws Exception {
        ConfigurationReloads reloads = started();
        assertThat(metrics.page("").text())
                .contains("berth_config_reloads_total{result=\"success\"} 0")
                .contains("berth_config_last_reload_successful 1");
        change(reloads, HEAD + "profile: []\n");
        assertThat(metrics.page("").text())
                .contains("berth_config_reloads_total{result=\"invalid\"} 1")
                .contains("berth_config_last_reload_successful 0");
        change(reloads, weight(5));
        assertThat(metrics.page("").text())
                .contains("berth_config_reloads_total{result=\"success\"} 1")
                .contains("berth_config_last_reload_successful 1")
                .contains("berth_config_last_reload_success_timestamp_seconds 1.767");
    }

    @Test
    void aFileIsUsedOnlyIfTwoReadingsAreEqual() throws Exception {
        ConfigurationReloads reloads = started();
        write(weight(2));
        reloads.check(false);
        write(weight(3));
        reloads.check(false);
        assertThat(reloaded).isEmpty();
        reloads.check(false);
        assertThat(reloaded).hasSize(1);
        reloads.check(false);
        assertThat(reloaded).hasSize(1);
    }

    @Test
    void aSignalReloadsAtOnce() throws Exception {
        ConfigurationReloads reloads = started();
        write(weight(2));
        reloads.check(true);
        assertThat(reloaded).hasSize(1);
    }

    @Test
    void anotherFormOfTheSameConfigurationChangesNothing() throws Exception {
        ConfigurationReloads reloads = started();
        change(reloads, HEAD + "# a comment\n");
        assertThat(reloaded).isEmpty();
        assertThat(reloads.answer(List.of()).lastResult()).isEqualTo("unchanged");
        assertThat(events).isEmpty();
    }

    @Test
    void aRejectedChangeIsForgottenWhenTheFileIsRepaired() throws Exception {
        ConfigurationReloads reloads = started();
        change(reloads, HEAD + "profile: []\n");
        assertThat(reloads.answer(List.of()).problems()).hasSize(1);
        change(reloads, HEAD);
        ConfigurationAnswer answer = reloads.answer(List.of());
        assertThat(answer.problems()).isEmpty();
        assertThat(answer.lastResult()).isEqualTo("unchanged");
        assertThat(answer.rejected()).isEqualTo(1);
    }

    @Test
    void theEngineCanRejectAConfiguration() throws Exception {
        ConfigurationReloads reloads = started();
        rejection = Optional.of(new ReloadOutcome.Rejected("extenders: restart it", true));
        change(reloads, weight(2));
        ConfigurationAnswer answer = reloads.answer(List.of());
        assertThat(answer.lastResult()).isEqualTo("restart");
        assertThat(answer.problems()).containsExactly("extenders: restart it");
    }

    @Test
    void aReloadThatThrowsIsAFailedResult() throws Exception {
        ConfigurationReloads reloads = started();
        bug = Optional.of(new IllegalStateException("a bug of a plugin"));
        change(reloads, weight(2));
        assertThat(reloads.answer(List.of()).lastResult()).isEqualTo("failed");
        assertThat(reloads.answer(List.of()).problems())
                .containsExactly(
                        "the reload failed with java.lang.IllegalStateException: a bug of a"
                                + " plugin");
        assertThat(log)
                .anyMatch(line ->
                        line.startsWith(
                                "Failed to reload the configuration:"
                                        + " java.lang.IllegalStateException: a bug of a plugin"));
    }

    @Test
    void aSignalTriesARejectedFileAgain() throws Exception {
        ConfigurationReloads reloads = started();
        rejection = Optional.of(new ReloadOutcome.Rejected("busy", false));
        change(reloads, weight(2));
        rejection = Optional.empty();
        reloads.check(false);
        assertThat(reloaded).isEmpty();

        reloads.check(true);
        assertThat(reloaded).hasSize(1);
        assertThat(reloads.answer(List.of()).lastResult()).isEqualTo("success");
        reloads.check(true);
        assertThat(reloaded).hasSize(1);
        assertThat(reloads.answer(List.of()).reloaded()).isEqualTo(1);
    }

    @Test
    void aMissingFileLeavesTheConfigurationInForce() throws Exception {
        ConfigurationReloads reloads = started();
        Configuration before = reloads.inForce();
        Files.delete(folder.resolve("..data"));
        reloads.check(false);
        reloads.check(false);
        assertThat(reloads.inForce()).isSameAs(before);
        assertThat(reloads.answer(List.of()).lastResult()).isEqualTo("failed");
        assertThat(reloads.answer(List.of()).problems())
                .containsExactly(file() + ": cannot be read: no such file or directory");
    }

    record Case(String name, String change, String result, String problem) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Case> invalid() {
        return Stream.of(
                new Case(
                        "no YAML",
                        "profiles: [",
                        "invalid",
                        "4:1: expected the node content, but found '<stream end>'"),
                new Case(
                        "an unknown field",
                        "profile: []",
                        "invalid",
                        "3:10: profile: strict decoding error: unknown field \"profile\""),
                new Case(
                        "another kind",
                        "kind: Policy",
                        "invalid",
                        "2:7: kind: no kind \"Policy\" is registered"),
                new Case(
                        "an old version",
                        "apiVersion: kubescheduler.config.k8s.io/v1beta2",
                        "invalid",
                        "2:13: apiVersion: no kind \"KubeSchedulerConfiguration\" is registered for"
                                + " version"),
                new Case(
                        "an unknown plugin",
                        "profiles: [{plugins: {filter: {enabled: [{name: NodeFit}]}}}]",
                        "invalid",
                        "FilterPlugin \"NodeFit\" does not exist"),
                new Case(
                        "a plugin at a wrong extension point",
                        "profiles: [{plugins: {score: {enabled: [{name: NodeName}]}}}]",
                        "invalid",
                        "plugin \"NodeName\" does not extend ScorePlugin plugin"),
                new Case(
                        "a plugin that is enabled twice",
                        "profiles: [{plugins: {filter: {enabled: [{name: NodeName}, {name:"
                                + " NodeName}]}}}]",
                        "invalid",
                        "plugin \"NodeName\" already registered as \"FilterPlugin\""),
                new Case(
                        "two profiles of one name",
                        "profiles: [{schedulerName: a}, {schedulerName: a}]",
                        "invalid",
                        "profiles[1].schedulerName: Duplicate value: \"a\""),
                new Case(
                        "different orders of the queue",
                        "profiles: [{schedulerName: a}, {schedulerName: b, plugins: {queueSort:"
                                + " {disabled: [{name: '*'}]}}}]",
                        "invalid",
                        "must be the same for all profiles"),
                new Case(
                        "no plugin that binds",
                        "profiles: [{plugins: {bind: {disabled: [{name: '*'}]}}}]",
                        "invalid",
                        "at least one bind plugin is needed for profile"),
                new Case(
                        "a percentage above 100",
                        "percentageOfNodesToScore: 101",
                        "invalid",
                        "percentageOfNodesToScore: Invalid value: 101: not in valid range [0-100]"),
                new Case(
                        "a percentage of a profile below 0",
                        "profiles: [{percentageOfNodesToScore: -1}]",
                        "invalid",
                        "profiles[0].percentageOfNodesToScore: Invalid value: -1"),
                new Case(
                        "a backoff of 0",
                        "podInitialBackoffSeconds: 0",
                        "invalid",
                        "podInitialBackoffSeconds: Invalid value: 0: must be greater than 0"),
                new Case(
                        "a maximum below the initial backoff",
                        "podInitialBackoffSeconds: 5\npodMaxBackoffSeconds: 1",
                        "invalid",
                        "podMaxBackoffSeconds: Invalid value: 1"),
                new Case(
                        "an unknown argument",
                        "profiles: [{pluginConfig: [{name: NodeResourcesFit, args: {strategy:"
                                + " x}}]}]",
                        "invalid",
                        "unknown field \"strategy\""),
                new Case(
                        "a wrong argument",
                        "profiles: [{pluginConfig: [{name: InterPodAffinity, args:"
                                + " {hardPodAffinityWeight: 101}}]}]",
                        "invalid",
                        "hardPodAffinityWeight: Invalid value: 101: not in valid range [0, 100]"),
                new Case(
                        "an extender without a weight",
                        "extenders: [{urlPrefix: 'http://127.0.0.1:1', prioritizeVerb: p, weight:"
                                + " -1}]",
                        "invalid",
                        "extenders[0].weight: Invalid value: -1"),
                new Case(
                        "two extenders that bind",
                        "extenders: [{urlPrefix: 'http://127.0.0.1:1', bindVerb: b}, {urlPrefix:"
                                + " 'http://127.0.0.1:2', bindVerb: b}]",
                        "invalid",
                        "only one extender can implement bind"),
                new Case(
                        "parallelism of 0",
                        "parallelism: 0",
                        "invalid",
                        "parallelism: Invalid value: 0"),
                new Case(
                        "a certificate that does not exist",
                        "extenders: [{urlPrefix: 'https://127.0.0.1:1', filterVerb: f, enableHTTPS:"
                                + " true, tlsConfig: {caFile: /does/not/exist}}]",
                        "invalid",
                        "extenders[0].tlsConfig.caFile: couldn't build extenders"),
                new Case(
                        "leader election",
                        "leaderElection: {leaseDuration: 30s}",
                        "restart",
                        "leaderElection.leaseDuration: changed from \"15s\" to \"30s\", which needs"
                                + " a restart"),
                new Case(
                        "the connection",
                        "clientConnection: {qps: 5}",
                        "restart",
                        "clientConnection.qps: changed from 50 to 5, which needs a restart"),
                new Case(
                        "profiling",
                        "enableProfiling: false",
                        "restart",
                        "enableProfiling: changed from true to false, which needs a restart"),
                new Case(
                        "the cache of a standby",
                        "delayCacheUntilActive: true",
                        "restart",
                        "delayCacheUntilActive: changed from unset to true, which needs a"
                                + " restart"));
    }

    @ParameterizedTest
    @MethodSource("invalid")
    void anInvalidChangeIsRejectedAndTheConfigurationBeforeRemainsInForce(Case each)
            throws Exception {
        ConfigurationReloads reloads = started();
        Configuration before = reloads.inForce();
        String name = each.change().split(":", 2)[0];
        change(reloads, HEAD.replaceAll("(?m)^" + name + ":.*\n", "") + each.change() + "\n");

        ConfigurationAnswer answer = reloads.answer(List.of());
        assertThat(answer.lastResult()).isEqualTo(each.result());
        assertThat(answer.problems())
                .anySatisfy(problem -> assertThat(problem).contains(each.problem()));
        assertThat(reloaded).isEmpty();
        assertThat(reloads.inForce()).isSameAs(before);
        assertThat(events)
                .hasSize(1)
                .first()
                .asString()
                .startsWith("Warning ConfigurationRejected ");
    }
}
