package dev.berth.app.plugins;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.app.Main;
import dev.berth.app.cli.ExitCode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// The files of a new project. `.ci/examples-test` builds such projects and runs their tests.
class PluginsNewCommandTest {
    @TempDir private Path folder;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void aProjectContainsThePluginItsTestAndACluster() throws IOException {
        Path root = folder.resolve("node-cost");

        assertThat(create("NodeCost", "--directory", root.toString())).isZero();
        String plugin =
                Files.readString(root.resolve("src/main/java/com/example/nodecost/NodeCost.java"));
        assertThat(plugin)
                .contains(
                        "public final class NodeCost implements Filter, Score, EnqueueExtensions {")
                .doesNotContain("@NAME@", "@POINTS@", "preEnqueue(");
        assertThat(
                        root.resolve(
                                "src/main/resources/META-INF/services/dev.berth.spi.PluginProvider"))
                .hasContent("com.example.nodecost.NodeCost$Provider");
        assertThat(root.resolve("src/test/java/com/example/nodecost/NodeCostTest.java")).exists();
        assertThat(root.resolve("try/cluster.yaml")).exists();
        assertThat(out.toString()).contains("mvn -f " + root + " package");
    }

    @Test
    void aProjectHasTheChosenExtensionPoints() throws IOException {
        Path root = folder.resolve("quota");

        assertThat(
                        create(
                                "TeamQuota",
                                "--points=preEnqueue,reserve",
                                "--package=org.example.quota",
                                "--directory=" + root))
                .isZero();
        assertThat(Files.readString(root.resolve("src/main/java/org/example/quota/TeamQuota.java")))
                .contains("implements PreEnqueue, Reserve, EnqueueExtensions {", "void unreserve(")
                .doesNotContain("filterFor");
        assertThat(root.resolve("try/scheduler.yaml"))
                .content()
                .contains("label: example.com/team-quota");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    nodeCost|filter|a|the name nodeCost is not a class name
                    NodeCost|sort|a|there is no template for the extension point sort; use one or more of preEnqueue
                    NodeCost|filter|Com.Example|Com.Example is not a package
                    """)
    void invalidInputIsNamed(String name, String points, String inPackage, String problem) {
        Path root = folder.resolve("new");

        assertThat(
                        create(
                                name,
                                "--points=" + points,
                                "--package=" + inPackage,
                                "--directory=" + root))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).startsWith("berth: " + problem);
        assertThat(root).doesNotExist();
    }

    @Test
    void anExistingDirectoryIsKept() {
        assertThat(create("NodeCost", "--directory=" + folder)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).startsWith("berth: " + folder + " exists; choose another one");
        assertThat(folder).isEmptyDirectory();
    }

    private int create(String... arguments) {
        String[] all = new String[arguments.length + 2];
        all[0] = "plugins";
        all[1] = "new";
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        return new Main(new PrintWriter(out), new PrintWriter(err), Map.of(), false).run(all);
    }
}
