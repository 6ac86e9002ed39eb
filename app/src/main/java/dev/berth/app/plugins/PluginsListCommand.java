package dev.berth.app.plugins;

import dev.berth.app.cli.ExitCode;
import dev.berth.app.cli.Failure;
import dev.berth.app.cli.VersionProvider;
import dev.berth.app.cli.Versions;
import dev.berth.app.jars.Digest;
import dev.berth.app.jars.JarPlugin;
import dev.berth.app.options.PluginOptions;
import dev.berth.app.terminal.Table;
import dev.berth.config.FeatureGates;
import dev.berth.config.PluginRegistry;
import dev.berth.engine.decide.Decider;
import dev.berth.model.json.Json;
import dev.berth.spi.ExtensionPoint;
import dev.berth.spi.PluginProvider;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// `berth plugins list`: lists all plugins with their jars.
@Command(
        name = "list",
        description = "List the plugins of Berth and of the plugin directories.",
        mixinStandardHelpOptions = true,
        versionProvider = VersionProvider.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  berth plugins list --plugin-dir plugins/",
            "  berth plugins list --plugin-dir plugins/ -o json",
        })
final class PluginsListCommand implements Runnable {
    private static final int DIGEST_SHOWN = 12;

    @Spec private CommandSpec spec;

    @Mixin private PluginOptions plugins;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "table, with the first digits of the digest, or json (default: table)")
    private ListFormat output = ListFormat.TABLE;

    private final Map<Path, String> digests = new HashMap<>();

    private record Row(
            String name, String version, List<ExtensionPoint> points, Path source, String digest) {}

    @Override
    public void run() {
        var rows = new ArrayList<Row>();
        List<JarPlugin> jars = plugins.jars();
        for (PluginProvider<?> provider : PluginRegistry.installed().all()) {
            rows.add(installed(provider));
        }
        for (JarPlugin jar : jars) {
            rows.add(new Row(jar.name(), jar.version(), points(jar), jar.source(), jar.digest()));
        }
        PrintWriter out = spec.commandLine().getOut();
        switch (output) {
            case TABLE -> out.print(table(rows));
            case JSON -> out.println(json(rows).text());
        }
        out.flush();
    }

    private Row installed(PluginProvider<?> provider) {
        Path source = source(provider);
        return new Row(
                provider.name(),
                Versions.read().berth(),
                Decider.pointsOf(provider, FeatureGates.DEFAULT),
                source,
                digests.computeIfAbsent(source, PluginsListCommand::digest));
    }

    private static List<ExtensionPoint> points(JarPlugin jar) {
        try {
            return Decider.pointsOf(jar.provider(), FeatureGates.DEFAULT);
        } catch (RuntimeException | Error problem) {
            throw new Failure(
                    ExitCode.USAGE,
                    "%s: plugin %s cannot be created from its defaults: %s; report it to the author of the plugin"
                            .formatted(jar.source(), jar.name(), problem),
                    problem);
        }
    }

    private static Path source(PluginProvider<?> provider) {
        CodeSource code = provider.getClass().getProtectionDomain().getCodeSource();
        try {
            return Path.of(code.getLocation().toURI());
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static String digest(Path source) {
        try {
            return Digest.of(source);
        } catch (IOException e) {
            throw new Failure(ExitCode.FAILED, source + ": cannot be read: " + e.getMessage(), e);
        }
    }

    private static String table(List<Row> rows) {
        var cells = new ArrayList<List<String>>();
        cells.add(List.of("NAME", "VERSION", "JAR", "SHA-256", "EXTENSION POINTS"));
        for (Row row : rows) {
            cells.add(
                    List.of(
                            row.name(),
                            row.version().isEmpty() ? "-" : row.version(),
                            String.valueOf(row.source().getFileName()),
                            row.digest().substring(0, DIGEST_SHOWN),
                            row.points().stream()
                                    .map(ExtensionPoint::key)
                                    .collect(Collectors.joining(","))));
        }
        return Table.aligned("", cells);
    }

    private static Json.Arr json(List<Row> rows) {
        return new Json.Arr(
                rows.stream()
                        .<Json>map(row ->
                                Json.Obj.builder()
                                        .put("name", row.name())
                                        .put("version", row.version())
                                        .put("points", points(row))
                                        .put("jar", row.source().toString())
                                        .put("sha256", row.digest())
                                        .build())
                        .toList());
    }

    private static Json.Arr points(Row row) {
        return new Json.Arr(
                row.points().stream().<Json>map(point -> Json.of(point.key())).toList());
    }
}
