package dev.berth.app.options;

import dev.berth.app.cli.ExitCode;
import dev.berth.app.cli.Failure;
import dev.berth.app.jars.JarPlugin;
import dev.berth.app.jars.PluginDigests;
import dev.berth.app.jars.PluginJars;
import dev.berth.config.FeatureGates;
import dev.berth.config.PluginRegistry;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The options of every command that loads plugins from folders.
public final class PluginOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--plugin-dir",
            paramLabel = "DIR",
            description =
                    "directory in which each jar and each subdirectory is a plugin; may be"
                            + " repeated")
    private List<Path> folders = new ArrayList<>();

    @Option(
            names = "--plugin-errors",
            paramLabel = "MODE",
            description =
                    "fail or skip: fail the start or skip the plugin if a plugin cannot be loaded"
                            + " (default: fail)")
    private PluginErrors errors = PluginErrors.FAIL;

    @Option(
            names = "--plugin-digest",
            paramLabel = "sha256:HEX",
            description =
                    "load only plugins with a listed SHA-256 digest, as plugins list -o json prints"
                            + " it; may be repeated")
    private List<String> digests = new ArrayList<>();

    @Option(
            names = "--plugin-digests",
            paramLabel = "FILE",
            description =
                    "load only plugins whose digest is in this file, in the format of sha256sum;"
                            + " may be repeated")
    private List<Path> digestFiles = new ArrayList<>();

    private @Nullable PrintWriter err;

    /// @param err where skipped plugins are reported
    public static PluginOptions of(List<Path> folders, PluginErrors errors, PrintWriter err) {
        return of(folders, errors, List.of(), List.of(), err);
    }

    /// @param digests the digests of the plugins that may be loaded
    /// @param digestFiles files with such digests
    /// @param err where skipped plugins are reported
    public static PluginOptions of(
            List<Path> folders,
            PluginErrors errors,
            List<String> digests,
            List<Path> digestFiles,
            PrintWriter err) {
        var options = new PluginOptions();
        options.folders = folders;
        options.errors = errors;
        options.digests = digests;
        options.digestFiles = digestFiles;
        options.err = err;
        return options;
    }

    public boolean given() {
        return !folders.isEmpty();
    }

    /// The plugins of Berth and those of the folders.
    ///
    /// @throws Failure with all problems, unless plugins with problems are skipped
    public PluginRegistry registry() {
        return registry(jars());
    }

    /// The plugins of Berth and these.
    static PluginRegistry registry(List<JarPlugin> jars) {
        return PluginRegistry.installed().with(jars.stream().map(JarPlugin::provider).toList());
    }

    /// The plugins of the folders.
    ///
    /// @throws Failure as [#registry]
    public List<JarPlugin> jars() {
        PluginJars.Loaded loaded =
                PluginJars.load(
                        folders, PluginRegistry.installed().all(), FeatureGates.DEFAULT, allowed());
        if (!loaded.problems().isEmpty()) {
            report(loaded);
        }
        return loaded.plugins();
    }

    private PluginDigests allowed() {
        try {
            return PluginDigests.of(digests, digestFiles);
        } catch (IllegalArgumentException e) {
            throw new Failure(ExitCode.USAGE, String.valueOf(e.getMessage()));
        }
    }

    private void report(PluginJars.Loaded loaded) {
        if (errors == PluginErrors.FAIL) {
            var failure =
                    new Failure(
                            ExitCode.USAGE,
                            String.join(System.lineSeparator(), loaded.problems())
                                    + System.lineSeparator()
                                    + "nothing was started; use --plugin-errors=skip to skip these"
                                    + " plugins");
            loaded.causes().forEach(failure::addSuppressed);
            throw failure;
        }
        PrintWriter delivered = err == null ? spec.commandLine().getErr() : err;
        loaded.problems()
                .forEach(problem -> delivered.println("berth: warning: skipped: " + problem));
        delivered.flush();
    }
}
