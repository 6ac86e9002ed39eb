package dev.berth.app.plugins;

import dev.berth.app.cli.ExitCode;
import dev.berth.app.cli.Failure;
import dev.berth.app.cli.ShellQuoting;
import dev.berth.app.cli.VersionProvider;
import dev.berth.app.cli.Versions;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// `berth plugins new`: creates a project for a plugin.
@Command(
        name = "new",
        description = {
            "Create a Maven project for a plugin, with tests that pass, a configuration and a"
                    + " cluster to try it.",
            "The project uses the SDK of this Berth, which the launcher writes.",
        },
        mixinStandardHelpOptions = true,
        versionProvider = VersionProvider.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  berth plugins new NodeCost",
            "  berth plugins new TeamQuota --points preEnqueue,reserve --package org.example.quota",
        })
final class PluginsNewCommand implements Runnable {
    private static final Pattern NAME = Pattern.compile("[A-Z][A-Za-z0-9]{0,62}");
    private static final Pattern PACKAGE = Pattern.compile("[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)*");
    private static final String SDK_PROPERTY = "berth.sdk";

    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "NAME", description = "name of the plugin, such as NodeCost")
    private String name = "";

    @Option(
            names = "--points",
            paramLabel = "POINTS",
            split = ",",
            description = "extension points, separated by commas (default: filter,score)")
    private List<String> points = List.of("filter", "score");

    @Option(
            names = "--package",
            paramLabel = "PACKAGE",
            description = "Java package (default: com.example and the name)")
    private @Nullable String inPackage;

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description = "directory to create (default: the name in lower case, with hyphens)")
    private @Nullable Path directory;

    @Override
    public void run() {
        PluginProject project = project();
        Path root = directory == null ? Path.of(project.artifact()) : directory;
        write(project, root);
        PrintWriter out = spec.commandLine().getOut();
        out.println("created " + root + " with the plugin " + name);
        // Maven compiles with the JDK of JAVA_HOME, which can be an older one.
        String jdk = ShellQuoting.word(System.getProperty("java.home"));
        out.println("  build and test:  JAVA_HOME=" + jdk + " mvn -f " + root + " package");
        out.println(
                "  try it:          berth decide --plugin-dir %1$s/target/plugins --config %1$s/try/scheduler.yaml -f %1$s/try/cluster.yaml"
                        .formatted(root));
        out.println("  continue with:   docs/extend/write-a-plugin.md");
        out.flush();
    }

    private PluginProject project() {
        if (!NAME.matcher(name).matches()) {
            throw new Failure(
                    ExitCode.USAGE,
                    "the name %s is not a class name; use letters and digits, and begin with a capital letter, as in NodeCost"
                            .formatted(name));
        }
        String artifact = name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
        String chosen =
                inPackage == null ? "com.example." + name.toLowerCase(Locale.ROOT) : inPackage;
        if (!PACKAGE.matcher(chosen).matches()) {
            throw new Failure(
                    ExitCode.USAGE,
                    "%s is not a package; use lower-case words with dots between them, as in com.example.cost"
                            .formatted(chosen));
        }
        return new PluginProject(
                name,
                artifact,
                chosen,
                templates(),
                Versions.read().berth(),
                System.getProperty(SDK_PROPERTY, "${user.home}/.berth/sdk"));
    }

    private Set<PointTemplate> templates() {
        var templates = EnumSet.noneOf(PointTemplate.class);
        for (String point : points) {
            templates.add(
                    PointTemplate.of(point)
                            .orElseThrow(() ->
                                    new Failure(
                                            ExitCode.USAGE,
                                            "there is no template for the extension point %s; use one or more of %s"
                                                    .formatted(point, keys()))));
        }
        return templates;
    }

    private static String keys() {
        return Arrays.stream(PointTemplate.values())
                .map(PointTemplate::key)
                .collect(Collectors.joining(", "));
    }

    private static void write(PluginProject project, Path root) {
        if (Files.exists(root)) {
            throw new Failure(
                    ExitCode.USAGE, root + " exists; choose another one with --directory");
        }
        try {
            for (Map.Entry<String, String> file : project.files().entrySet()) {
                Path path = root.resolve(file.getKey());
                Files.createDirectories(path.getParent());
                Files.writeString(path, file.getValue());
            }
        } catch (IOException problem) {
            throw new Failure("cannot write to " + root + ": " + problem.getMessage());
        }
    }
}
