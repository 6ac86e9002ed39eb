package dev.berth.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.app.Main;
import dev.berth.app.cli.ExitCode;
import dev.berth.app.flags.AuthenticationFlags;
import dev.berth.app.flags.AuthorizationFlags;
import dev.berth.app.flags.DeprecatedFlags;
import dev.berth.app.flags.LoggingFlags;
import dev.berth.app.flags.MetricsFlags;
import dev.berth.app.flags.PolicyFlags;
import dev.berth.app.flags.SchedulerFlags;
import dev.berth.app.flags.ServingFlags;
import dev.berth.app.pflag.FlagValues;
import dev.berth.model.json.Json;
import dev.berth.observe.log.LogOptions;
import dev.berth.observe.metrics.MetricOptions;
import dev.berth.serving.ServingOptions;
import dev.berth.serving.auth.AuthenticationOptions;
import dev.berth.serving.auth.AuthorizationOptions;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Command lines, held against what the real kube-scheduler says to them.
class SchedulerProgramTest {
    private static final Pattern WORD = Pattern.compile("((?:[^\\s']|'[^']*')+)");

    private static final Pattern FAILED =
            Pattern.compile(
                    "E\\d{4} \\d\\d:\\d\\d:\\d\\d\\.\\d{6} +\\d+ SchedulerProgram\\.java:\\d+\\]"
                            + " \"command failed\" err=(\".*\")");

    private static final String ACCESS =
            """
            apiVersion: v1
            kind: Config
            clusters: [{name: here, cluster: {server: "http://127.0.0.1:1"}}]
            contexts: [{name: here, context: {cluster: here}}]
            current-context: here
            """;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(List<String> args) {
        return new Main(new PrintWriter(out), new PrintWriter(err), Map.of(), false)
                .runAsKubeScheduler(args.toArray(String[]::new));
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = SchedulerProgramTest.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in).readAllBytes(), UTF_8);
        }
    }

    private static List<String> words(String line) {
        var words = new ArrayList<String>();
        Matcher word = WORD.matcher(line);
        while (word.find()) {
            words.add(word.group().replace("'", ""));
        }
        return words;
    }

    private void berth(String... args) {
        int _ = new Main(new PrintWriter(out), new PrintWriter(err), Map.of(), false).run(args);
    }

    /// What a line says went wrong.
    private static String message(String line) {
        if (line.startsWith("Error: ")) {
            return line.substring("Error: ".length());
        }
        if (line.startsWith("{")) {
            return Json.parse(line).textAt("err").orElse(line);
        }
        Matcher failed = FAILED.matcher(line);
        return failed.matches() && Json.parse(failed.group(1)) instanceof Json.Str(var text)
                ? text
                : line;
    }

    record Case(String line, String message) {
        @Override
        public String toString() {
            return line;
        }
    }

    static Stream<Case> refused() throws IOException {
        String[] lines = resource("refused-command-lines.txt").split("\n");
        var cases = new ArrayList<Case>();
        for (int i = 0; i < lines.length; i++) {
            if (lines[i].startsWith("$ ")) {
                cases.add(new Case(lines[i].substring(2), lines[i + 1]));
            }
        }
        return cases.stream();
    }

    @ParameterizedTest
    @MethodSource("refused")
    void whatIsRefusedIsRefusedInTheSameWords(Case refused) {
        assertThat(run(words(refused.line()))).isEqualTo(1);
        assertThat(err.toString().lines().map(SchedulerProgramTest::message))
                .contains(refused.message());
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void aFlagThatDoesNotExistLeadsToHelp() {
        run(List.of("--nonsense"));
        assertThat(err.toString())
                .isEqualTo("Error: unknown flag: --nonsense\nTry 'kube-scheduler --help'.\n");
        berth("run", "--nonsense");
        assertThat(err.toString())
                .endsWith("berth: unknown flag: --nonsense\nTry 'berth run --help'.\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--lock_object_name=x", "--lock-object-namespace=x"})
    void aFlagThatIsGoneLeadsToWhatIsWrittenInstead(String flag) {
        run(List.of(flag));
        assertThat(err.toString())
                .startsWith("Error: unknown flag: --")
                .contains("docs/operate/configuration.md#from-older-versions");
    }

    @Test
    void kubeconfigsThatCannotBeReadAreNamedWithTheReason(@TempDir Path folder) throws IOException {
        Path access = Files.writeString(folder.resolve("access"), ACCESS);
        Path none = folder.resolve("none");
        String here = "--kubeconfig=" + access;
        String alone = "--leader-elect=false";
        assertThat(problem("--kubeconfig=" + none))
                .isEqualTo("kubeconfig %s: no such file or directory".formatted(none));
        assertThat(problem("--kubeconfig=" + folder))
                .isEqualTo("kubeconfig %s: is a directory".formatted(folder));
        assertThat(problem(here, alone, "--authentication-kubeconfig=" + none))
                .isEqualTo(
                        "failed to get delegated authentication kubeconfig: kubeconfig %s: no such file or directory"
                                .formatted(none));
        assertThat(problem(here, alone, "--authorization-kubeconfig=" + none))
                .isEqualTo(
                        "failed to get delegated authorization kubeconfig: kubeconfig %s: no such file or directory"
                                .formatted(none));
    }

    @Test
    void whatGoesWrongAfterTheFlagsWereReadIsALineOfTheLog() {
        assertThat(run(List.of("--kubeconfig=/none"))).isEqualTo(1);
        assertThat(err.toString())
                .matches(
                        FAILED.pattern()
                                .replace(
                                        "(\".*\")",
                                        "\"kubeconfig /none: no such file or directory\"\n"));
        err.getBuffer().setLength(0);
        assertThat(run(List.of("--kubeconfig=/none", "--logging-format=json"))).isEqualTo(1);
        assertThat(err.toString())
                .matches(
                        "\\{\"ts\":[0-9.]+,\"caller\":\"run/SchedulerProgram.java:\\d+\",\"msg\":\"command"
                            + " failed\",\"err\":\"kubeconfig /none: no such file or"
                            + " directory\"}\n");
    }

    @Test
    void berthRunReportsInTheFormatOfItsLog() {
        berth("run", "--kubeconfig=/none");
        assertThat(err.toString())
                .isEqualTo("berth: kubeconfig /none: no such file or directory\n");
        err.getBuffer().setLength(0);
        berth("run", "--kubeconfig=/none", "--logging-format=json");
        assertThat(err.toString()).startsWith("{\"ts\":").contains("\"msg\":\"command failed\"");
    }

    record Lock(String name, String problem) {}

    static final List<Lock> LOCKS =
            List.of(
                    new Lock("endpoints", "endpoints lock is removed, migrate to leases"),
                    new Lock("nonsense", "Invalid lock-type nonsense"));

    @ParameterizedTest
    @FieldSource("LOCKS")
    void onlyLeasesNameTheLeader(Lock lock) {
        String flag = "--leader-elect-resource-lock=" + lock.name();
        assertThat(problem(flag))
                .isEqualTo(
                        "couldn't create resource lock: %s; --leader-elect-resource-lock takes leases only"
                                .formatted(lock.problem()));
        assertThat(problem(flag, "--leader-elect=false"))
                .contains("no configuration has been provided");
    }

    private String problem(String... args) {
        err.getBuffer().setLength(0);
        assertThat(run(List.of(args))).isEqualTo(1);
        return message(err.toString().lines().toList().getLast());
    }

    /// With each of these kube-scheduler only complains that it knows no cluster.
    static final List<String> FINE =
            List.of(
                    "--bind-address=",
                    "--bind-address=::1",
                    "--leader-elect",
                    "--leader-elect=T",
                    "--leader_elect-lease_duration=1m",
                    "--leader-elect-renew-deadline=20s",
                    "-v2",
                    "-v=2",
                    "-v 2",
                    "--v 0",
                    "--vmodule=a=1 --vmodule=b=2",
                    "--tls-sni-cert-key=a,b --tls-sni-cert-key=c,d:e,f",
                    "--requestheader-allowed-names='\"a,b\",c'",
                    "--allow-metric-labels='m,l=v1,v2'",
                    "--allow-metric-labels=m,l=v1 --allow-metric-labels=n,l=v2",
                    "--show-hidden-metrics-for-version=1.36",
                    "--emulated-version=1.36 --min-compatibility-version=1.35",
                    "--kube-api-qps=1e2 --kube-api-burst=0x10",
                    "--logging-format=json",
                    "--feature-gates=LoggingAlphaOptions=true --log-text-split-stream",
                    "--secure-port=0",
                    "--",
                    "--config=x --config=");

    @ParameterizedTest
    @FieldSource("FINE")
    void whatIsUnderstoodIsUnderstood(String line) {
        run(words(line));
        assertThat(err.toString()).contains("no configuration has been provided");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"InPlacePodLevelResourcesVerticalScaling=false", "GenericWorkload=true"})
    void aGateThatIsNotSupportedPreventsTheStart(String gate) {
        assertThat(run(List.of("--feature-gates", gate))).isNotZero();
        assertThat(err.toString()).contains("feature gate " + gate + " is not supported: ");
    }

    @Test
    void aGateThatIsNotSupportedCanBeWritten(@TempDir Path folder) {
        Path file = folder.resolve("config.yaml");
        assertThat(
                        run(
                                List.of(
                                        "--feature-gates",
                                        "GenericWorkload=true",
                                        "--write-config-to",
                                        file.toString())))
                .isZero();
        assertThat(file).isNotEmptyFile();
    }

    @Test
    void thePageOfFlagsIsTheSame() throws IOException {
        List<String> page = resource("flags-page.txt").lines().toList();
        FlagValues values =
                SchedulerFlags.parse(words(page.get(1).substring(2)), SchedulerFlags.PROGRAM);
        assertThat(
                        values.texts().entrySet().stream()
                                .filter(flag -> !flag.getKey().startsWith("plugin-"))
                                .filter(flag -> !flag.getKey().startsWith("bind-pods-"))
                                .filter(flag -> !flag.getKey().equals("dashboard-port"))
                                .filter(flag -> !flag.getKey().equals("tracing-config-file"))
                                .filter(flag -> !flag.getKey().equals("reload-config"))
                                .filter(flag ->
                                        PolicyFlags.ALL.stream()
                                                .noneMatch(old -> old.name().equals(flag.getKey())))
                                .map(flag -> flag.getKey() + "=" + flag.getValue()))
                .isEqualTo(page.subList(2, page.size()));
    }

    @Test
    void theDefaultsOfFlagsAreThoseOfTheParts() {
        FlagValues values = SchedulerFlags.parse(List.of(), SchedulerFlags.PROGRAM);
        assertThat(ServingFlags.options(values)).isEqualTo(ServingOptions.DEFAULT);
        assertThat(AuthenticationFlags.options(values)).isEqualTo(AuthenticationOptions.DEFAULT);
        assertThat(AuthorizationFlags.options(values)).isEqualTo(AuthorizationOptions.DEFAULT);
        assertThat(DeprecatedFlags.maxUnschedulable(values)).isEqualTo(Duration.ofMinutes(5));
        assertThat(LoggingFlags.options(values)).isEqualTo(LogOptions.DEFAULT);
        MetricOptions metrics = MetricsFlags.options(values);
        assertThat(metrics.disabled()).isEmpty();
        assertThat(metrics.showHidden()).isFalse();
    }

    @Test
    void aRateLimitThatIsTooHighIsRejected() {
        run(List.of("--bind-pods-qps=-1", "--bind-pods-burst=0"));
        assertThat(err.toString())
                .contains(
                        "[--bind-pods-qps must be above 0, was -1.0, --bind-pods-burst must be at"
                                + " least 1, was 0]");
    }

    @Test
    void theArgumentsOfKubeadmAreUnderstood() {
        run(
                List.of(
                        "--authentication-kubeconfig=/etc/kubernetes/scheduler.conf",
                        "--authorization-kubeconfig=/etc/kubernetes/scheduler.conf",
                        "--bind-address=127.0.0.1",
                        "--kubeconfig=/etc/kubernetes/scheduler.conf",
                        "--leader-elect=true"));
        assertThat(err.toString()).contains("/etc/kubernetes/scheduler.conf");
    }

    @Test
    void whatOldManifestsHaveIsTakenWithANotice() {
        run(List.of("--port=0", "--address=127.0.0.1", "--logtostderr=true"));
        assertThat(err.toString())
                .contains(
                        "Flag --port has been deprecated, see --secure-port instead.\n",
                        "Flag --address has been deprecated, see --bind-address instead.\n",
                        "Flag --logtostderr has been deprecated, ",
                        "no configuration has been provided");
        run(List.of("--port=10251"));
        assertThat(err.toString())
                .contains(
                        "Error: invalid argument \"10251\" for \"--port\" flag: serving without TLS"
                                + " is not supported");
    }

    @Test
    void theVersionIsWhereToolsLookForIt() {
        assertThat(run(List.of("--version", "--v=2"))).isZero();
        assertThat(out.toString()).isEqualTo("Kubernetes v1.37.1\n");
        run(List.of("--version=v1.37.1-berth"));
        assertThat(out.toString()).contains("Kubernetes v1.37.1-berth\n");
        run(List.of("--version=raw"));
        assertThat(out.toString())
                .contains("version.Info{Major:\"1\", Minor:\"37\", GitVersion:\"v1.37.1\"");
    }

    @Test
    void helpShowsTheGroupsInOrder() {
        assertThat(run(List.of("-h"))).isZero();
        assertThat(out.toString().lines().filter(line -> line.endsWith(" flags:")))
                .containsExactly(
                        "Misc flags:",
                        "Secure serving flags:",
                        "Authentication flags:",
                        "Authorization flags:",
                        "Deprecated flags:",
                        "Policy flags:",
                        "Leader election flags:",
                        "Feature gate flags:",
                        "Metrics flags:",
                        "Logs flags:",
                        "Global flags:",
                        "Berth flags:");
        assertThat(out.toString())
                .contains(
                        "Usage:\n  kube-scheduler [flags]\n",
                        "\n  -v, --v Level ",
                        "\n      --leader-elect  ",
                        " mean all addresses (default 0.0.0.0)\n",
                        " (default 10259)\n",
                        " (default \"kube-system\")\n")
                .doesNotContain("      --port", "      --logtostderr")
                .contains("without effect, for manifests of older releases:\n  --add-dir-header,");
    }

    @Test
    void helpListsTheGatesThatCanBeTurned() {
        run(List.of("--help"));
        assertThat(
                        out.toString()
                                .lines()
                                .map(String::strip)
                                .filter(line -> line.contains("=true|false (")))
                .contains(
                        "AllAlpha=true|false (ALPHA - default=false)",
                        "ComponentFlagz=true|false (BETA - default=true)")
                .noneMatch(line -> line.startsWith("APIServerTracing="))
                .hasSizeGreaterThan(100);
    }

    @Test
    void berthRunSaysWhichBerthItIsToo() {
        berth("run", "--version");
        assertThat(out.toString()).startsWith("Kubernetes v1.37.1\nberth ");
    }

    @Test
    void berthRunIsTheSameInBerthsWords() {
        var main = new Main(new PrintWriter(out), new PrintWriter(err), Map.of(), false);
        assertThat(main.run("run", "--secure_port=70000", "--")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).startsWith("berth: --secure-port 70000 must be between");
        assertThat(main.run("run", "@x", "y")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains("\"berth run\" does not take any arguments, got [\"@x\" \"y\"]");
        assertThat(main.run("run", "--help")).isZero();
        assertThat(out.toString()).contains("berth run [flags]", "Secure serving flags:");
    }
}
