package dev.berth.app.options;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.app.Main;
import dev.berth.app.cli.ExitCode;
import dev.berth.app.jars.TestJar;
import dev.berth.model.json.Json;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// `--plugin-dir`, from the command line to the answer, with the plugin of `examples/node-cost`.
class PluginOptionsTest {
    private static final Path EXAMPLE = Path.of("..", "examples", "node-cost");
    private static final String CLUSTER = EXAMPLE.resolve("try/cluster.yaml").toString();
    private static final String CONFIG = EXAMPLE.resolve("try/scheduler.yaml").toString();

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private @TempDir Path temp;
    private Path plugins = Path.of("");

    @BeforeEach
    void pack() throws IOException {
        plugins = Files.createDirectory(temp.resolve("plugins"));
        TestJar.project(EXAMPLE).write(plugins.resolve("node-cost.jar"));
    }

    private int run(String... args) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return new Main(new PrintWriter(out), new PrintWriter(err), Map.of(), false).run(args);
    }

    private int decide(String config) {
        return run(
                "decide",
                "--plugin-dir",
                plugins.toString(),
                "--config",
                config,
                "-f",
                CLUSTER,
                "-o",
                "json");
    }

    private String config(String args) throws IOException {
        String text = Files.readString(Path.of(CONFIG)).replace("maxCents: 100", args);
        return Files.writeString(temp.resolve("scheduler.yaml"), text).toString();
    }

    @Test
    void itsScoresAndRejectionsAreInTheRecord() {
        assertThat(decide(CONFIG)).isZero();

        Json.Obj record = (Json.Obj) ((Json.Arr) Json.parse(out.toString())).elements().getFirst();
        assertThat(record.textAt("node")).contains("cheap");
        assertThat(record.at("nodes", "cheap", "scores", "NodeCost").map(Json::text))
                .contains("375");
        assertThat(record.at("nodes", "dear").map(Json::text).orElse(""))
                .startsWith(
                        "{\"plugin\":\"NodeCost\",\"code\":\"UnschedulableAndUnresolvable\","
                                + "\"reasons\":[\"node(s) cost more than the cap\"]")
                .contains("\"amounts\":{\"cents\":250,\"maxCents\":100}")
                .contains("\"advice\":[\"raise maxCents, or add a cheaper node\"]");
    }

    @Test
    void theEmbeddedClusterPlacesByIt() throws IOException {
        String dir = plugins.toString();
        assertThat(
                        run(
                                "up",
                                "--plugin-dir",
                                dir,
                                "--config",
                                config("maxCents: 10"),
                                "-f",
                                CLUSTER,
                                "--until-idle",
                                "-o",
                                "json"))
                .isZero();
        assertThat(out.toString())
                .contains("\"unschedulable\":1")
                .contains("3 node(s) cost more than the cap");
    }

    record Case(String args, String problem) {}

    /// As a plugin of the tree would have it.
    static final List<Case> ARGUMENTS =
            List.of(
                    new Case(
                            "maxCent: 1",
                            ":13:16: profiles[0].pluginConfig[0].args.maxCent: strict decoding"
                                + " error: decoding .profiles[0].pluginConfig[0]: strict decoding"
                                + " error: decoding args for plugin NodeCost: strict decoding"
                                + " error: unknown field \"maxCent\""),
                    new Case(
                            "maxCents: many",
                            ":13:17: profiles[0].pluginConfig[0].args.maxCents: decoding"
                                    + " .profiles[0].pluginConfig[0]: decoding args for"
                                    + " plugin NodeCost: maxCents: \"many\" is not an integer"),
                    new Case(
                            "maxCents: -1",
                            ":13:17: profiles[0].pluginConfig[0].args.maxCents: Invalid value: -1:"
                                    + " must be positive"));

    @ParameterizedTest
    @FieldSource("ARGUMENTS")
    void argumentsAreCheckedAsStrictlyAsOurOwn(Case wrong) throws IOException {
        String file = config(wrong.args());

        assertThat(decide(file)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).isEqualTo("berth: " + file + wrong.problem() + "\n");
    }

    @Test
    void whatCannotBeLoadedStopsTheStartWithAllThatIsWrong() throws IOException {
        Files.writeString(plugins.resolve("bad.jar"), "no jar");
        Files.createDirectory(plugins.resolve("empty"));

        assertThat(decide(CONFIG)).isEqualTo(ExitCode.USAGE);

        assertThat(out.toString()).isEmpty();
        assertThat(err.toString().lines())
                .satisfiesExactly(
                        line ->
                                assertThat(line)
                                        .startsWith(
                                                "berth: %s/bad.jar: cannot be read as a jar"
                                                        .formatted(plugins)),
                        line ->
                                assertThat(line)
                                        .startsWith(
                                                "berth: %s/empty: contains no plugin"
                                                        .formatted(plugins)),
                        line ->
                                assertThat(line)
                                        .isEqualTo(
                                                "berth: nothing was started; use"
                                                        + " --plugin-errors=skip to skip these"
                                                        + " plugins"));
    }

    @Test
    void orItIsLeftOutWithAWarning() throws IOException {
        Files.writeString(plugins.resolve("bad.jar"), "no jar");

        assertThat(
                        run(
                                "plugins",
                                "list",
                                "--plugin-dir",
                                plugins.toString(),
                                "--plugin-errors=skip"))
                .isZero();

        assertThat(out.toString()).contains("NodeCost").contains("node-cost.jar");
        assertThat(err.toString())
                .startsWith("berth: warning: skipped: %s/bad.jar: cannot be".formatted(plugins));
    }

    @Test
    void aPluginThatCannotBeMadeIsNamed() throws IOException {
        TestJar.plugin("Moody", "")
                .source(
                        "Worse",
                        """
                        package acme;
                        import dev.berth.spi.*;
                        public class Worse extends Moody {
                            @Override public String name() { return "Worse"; }
                            @Override public Plugin create(Args args, PluginContext context) { throw new AssertionError("no"); }
                        }
                        """)
                .provider("acme.Worse")
                .write(plugins.resolve("moody.jar"));
        String file = config("maxCents: 100");
        Files.writeString(
                Path.of(file),
                Files.readString(Path.of(file))
                        .replace("NodeCost", "Worse")
                        .replace("maxCents", "most"));

        assertThat(decide(file)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains("initializing plugin \"Worse\": java.lang.AssertionError: no");
        assertThat(run("plugins", "list", "--plugin-dir", plugins.toString()))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("moody.jar: plugin Worse cannot be created");
    }

    @Test
    void aPluginThatCannotBeClosedIsNamed() throws IOException {
        TestJar.plugin(
                        "Moody",
                        """
                        static class Sticky implements Filter {
                            public PreFilterResult filterFor(PodCycle cycle) { return PreFilterResult.SKIP; }
                            @Override public void close() { throw new AssertionError("no"); }
                        }
                        """)
                .source(
                        "Worse",
                        """
                        package acme;
                        import dev.berth.spi.*;
                        public class Worse extends Moody {
                            @Override public String name() { return "Worse"; }
                            @Override public Plugin create(Args args, PluginContext context) { return new Sticky(); }
                        }
                        """)
                .provider("acme.Worse")
                .write(plugins.resolve("moody.jar"));
        String file = config("maxCents: 100");
        String text = Files.readString(Path.of(file)).replace("NodeCost", "Worse");
        Files.writeString(Path.of(file), text.replace("maxCents", "most"));
        String dir = plugins.toString();
        String problem = "plugin \"Worse\" failed to close: java.lang.AssertionError: no";

        assertThat(run("config", "check", "--plugin-dir", dir, file)).isEqualTo(ExitCode.NO);
        assertThat(out.toString()).startsWith(file + ":").endsWith(problem + "\n");
        String target = temp.resolve("out.yaml").toString();
        assertThat(run("run", "--plugin-dir", dir, "--config", file, "--write-config-to", target))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).isEqualTo("berth: " + file + ": " + problem + "\n");
    }

    @Test
    void manyFilesAreCheckedWithJarsThatAreLoadedOnce() throws IOException {
        Files.writeString(plugins.resolve("bad.jar"), "no jar");

        assertThat(
                        run(
                                "config",
                                "check",
                                "--plugin-dir",
                                plugins.toString(),
                                "--plugin-errors=skip",
                                CONFIG,
                                config("maxCents: 10")))
                .isZero();
        assertThat(err.toString().lines()).hasSize(1);
    }

    @Test
    void whatACheckThrowsIsAProblemOfTheConfiguration() throws IOException {
        TestJar.plugin(
                        "Moody",
                        "@Override public void check(Args args, Gates on, Problems out) { throw new"
                                + " AssertionError(\"no\"); }")
                .write(plugins.resolve("moody.jar"));
        String file = config("maxCents: 100");
        String text = Files.readString(Path.of(file)).replace("NodeCost", "Moody");
        Files.writeString(Path.of(file), text.replace("maxCents", "most"));

        assertThat(decide(file)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains(
                        "plugin Moody: reading its arguments failed with java.lang.AssertionError:"
                                + " no");
    }

    @Test
    void aJarThatThrowsFailsItsPodsAndIsCounted() throws IOException {
        TestJar.plugin("Moody", "")
                .source(
                        "Worse",
                        """
                        package acme;
                        import dev.berth.spi.*;
                        public class Worse extends Moody {
                            @Override public String name() { return "Worse"; }
                            @Override public Plugin create(Args args, PluginContext context) {
                                return (Filter) cycle -> PreFilterResult.of(node -> deeper(node));
                            }
                            static Verdict deeper(NodeView node) { return deeper(node); }
                        }
                        """)
                .noServices()
                .provider("acme.Worse")
                .write(plugins.resolve("worse.jar"));
        String file = config("maxCents: 100");
        String text = Files.readString(Path.of(file)).replace("NodeCost", "Worse");
        Files.writeString(Path.of(file), text.replace("maxCents", "most"));

        assertThat(
                        run(
                                "up",
                                "--plugin-dir",
                                plugins.toString(),
                                "--config",
                                file,
                                "-f",
                                CLUSTER,
                                "--until-idle",
                                "-o",
                                "json"))
                .isEqualTo(ExitCode.NO);

        Json.Obj summary = (Json.Obj) Json.parse(out.toString());
        assertThat(summary.at("errors").map(Json::text)).contains("1");
        assertThat(summary.at("pluginFailures").map(Json::text).orElse(""))
                .matches("\\{\"Worse/Filter\":\\d+}");
        assertThat(out.toString())
                .contains("running \\\"Worse\\\" filter plugin: java.lang.StackOverflowError");
    }

    @Test
    void theListHasEveryPluginWithItsPointsAndDigest() {
        assertThat(run("plugins", "list", "--plugin-dir", plugins.toString(), "-o", "json"))
                .isZero();

        List<Json> all = ((Json.Arr) Json.parse(out.toString())).elements();
        Json.Obj last = (Json.Obj) all.getLast();
        assertThat(all).hasSizeGreaterThan(15);
        assertThat(last.textAt("name")).contains("NodeCost");
        assertThat(last.textAt("version")).contains("7.1");
        assertThat(last.textAt("jar")).contains(plugins.resolve("node-cost.jar").toString());
        assertThat(last.textAt("sha256").orElse("")).matches("[0-9a-f]{64}");
        assertThat(last.at("points").map(Json::text))
                .contains("[\"preFilter\",\"filter\",\"preScore\",\"score\"]");
    }
}
