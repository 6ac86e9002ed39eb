package dev.berth.app.plugins;

import dev.berth.spi.SpiVersion;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The files of a new plugin project.
///
/// @param name the plugin's name, which is also the name of its class
/// @param artifact the name of the directory and of the jar
/// @param inPackage the Java package
/// @param points the extension points, in the order of a scheduling attempt
/// @param berth the version of Berth
/// @param sdk the directory of the SDK
record PluginProject(
        String name,
        String artifact,
        String inPackage,
        Set<PointTemplate> points,
        String berth,
        String sdk) {
    /// The paths and contents of all files.
    Map<String, String> files() {
        var files = new LinkedHashMap<String, String>();
        String main = "src/main/java/" + inPackage.replace('.', '/') + "/";
        String test = "src/test/java/" + inPackage.replace('.', '/') + "/";
        files.put("pom.xml", filled("pom.xml"));
        files.put(main + name + ".java", plugin());
        files.put(main + "package-info.java", filled("package-info.java"));
        files.put(
                "src/main/resources/META-INF/services/dev.berth.spi.PluginProvider",
                inPackage + "." + name + "$Provider\n");
        files.put(test + name + "Test.java", test());
        files.put("try/scheduler.yaml", filled("scheduler.yaml"));
        files.put("try/cluster.yaml", filled("cluster.yaml"));
        files.put("README.md", filled("README.md"));
        files.put(".gitignore", "target/\n");
        return files;
    }

    private String plugin() {
        boolean registers = has(PointTemplate.FILTER) || has(PointTemplate.PRE_ENQUEUE);
        var imports = new TreeSet<String>();
        imports.add("dev.berth.spi.Plugin");
        imports.add("dev.berth.spi.PluginContext");
        imports.add("dev.berth.spi.PluginProvider");
        imports.add("dev.berth.spi.Gates");
        imports.add("dev.berth.spi.Problems");
        points.forEach(point -> point.imports().forEach(imports::add));
        if (registers) {
            imports.add("dev.berth.spi.ClusterEvent");
            imports.add("dev.berth.spi.EnqueueExtensions");
            imports.add("dev.berth.spi.QueueingHints");
        }
        String types = points.stream().map(PointTemplate::type).collect(Collectors.joining(", "));
        var constants = new StringBuilder();
        if (has(PointTemplate.PRE_ENQUEUE)) {
            constants.append(
                    "    private static final Reject GATED = Reject.unresolvable(\"gated by %s\");\n"
                            .formatted(name));
        }
        if (has(PointTemplate.FILTER)) {
            constants.append(
                    """
                        private static final Reject EXCLUDED =
                                Reject.unresolvable("node(s) excluded by %s");
                    """
                            .formatted(name));
        }
        return filled("Plugin.java")
                .replace("@IMPORTS@", imported(imports))
                .replace("@TYPES@", types + (registers ? ", EnqueueExtensions" : ""))
                .replace("@CONSTANTS@", constants)
                .replace(
                        "@POINTS@",
                        points.stream()
                                .map(point -> point.code(name))
                                .collect(Collectors.joining("\n")))
                .replace("@EVENTS@", registers ? events() : "");
    }

    private String events() {
        var on = new StringBuilder();
        if (has(PointTemplate.FILTER)) {
            on.append(
                    "        hints.on(ClusterEvent.NODE, ClusterEvent.ADD |"
                            + " ClusterEvent.UPDATE_NODE_LABEL);\n");
        }
        if (has(PointTemplate.PRE_ENQUEUE)) {
            on.append("        hints.on(ClusterEvent.POD, ClusterEvent.UPDATE_POD_LABEL);\n");
        }
        return """

            /// The events after which a rejected pod can fit. Without a registered event, a pod waits
            /// up to five minutes.
            @Override
            public void eventsToRegister(QueueingHints hints) {
        %s    }
        """
                .formatted(on);
    }

    private String test() {
        var tests = new StringBuilder();
        if (has(PointTemplate.FILTER)) {
            tests.append(
                    """

                        @Test
                        void excludedNodesAreRejected() {
                            tester.nodes(node("a"), node("b").label("example.com/%1$s", "excluded"))
                                    .schedule(pod("web"))
                                    .passes("a")
                                    .rejectsUnresolvable("b", "node(s) excluded by %2$s");
                        }
                    """
                            .formatted(artifact, name));
        }
        if (has(PointTemplate.SCORE)) {
            tests.append(
                    """

                        @Test
                        void theHighestValueIsTheBest() {
                            tester.nodes(
                                            node("low").label("example.com/%1$s", "10"),
                                            node("high").label("example.com/%1$s", "40"))
                                    .schedule(pod("web"))
                                    .scores("low", 25)
                                    .scores("high", 100);
                        }
                    """
                            .formatted(artifact));
        }
        boolean tester = !tests.isEmpty();
        return filled("PluginTest.java")
                .replace(
                        "@TESTER_IMPORT@", tester ? "import dev.berth.testkit.PluginTester;\n" : "")
                .replace(
                        "@TESTER@",
                        tester
                                ? "    private final PluginTester tester = PluginTester.of(new %s.Provider());\n\n"
                                        .formatted(name)
                                : "")
                .replace("@TESTS@", tests);
    }

    private boolean has(PointTemplate point) {
        return points.contains(point);
    }

    private static String imported(Set<String> names) {
        String ours =
                names.stream()
                        .filter(each -> !each.startsWith("java."))
                        .map(each -> "import " + each + ";\n")
                        .collect(Collectors.joining());
        String ofJava =
                names.stream()
                        .filter(each -> each.startsWith("java."))
                        .map(each -> "import " + each + ";\n")
                        .collect(Collectors.joining());
        return ofJava.isEmpty() ? ours : ours + "\n" + ofJava;
    }

    private String filled(String template) {
        try (InputStream in = PluginProject.class.getResourceAsStream("new/" + template + ".txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("@NAME@", name)
                    .replace("@ARTIFACT@", artifact)
                    .replace("@PACKAGE@", inPackage)
                    .replace("@BERTH@", berth)
                    .replace("@SDK@", sdk)
                    .replace("@SPI@", SpiVersion.CURRENT.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
