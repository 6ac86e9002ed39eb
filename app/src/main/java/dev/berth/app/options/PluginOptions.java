package dev.berth.app.options;

import dev.berth.app.cli.ExitCode;
import dev.berth.app.cli.Failure;
import dev.berth.app.jars.JarPlugin;
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

/// The options that say where plugin jars are; for every command that makes plugins.
public final class PluginOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--plugin-dir",
            paramLabel = "DIR",
            description =
                    "a folder whose jars and folders are plugins, one each; may be given again")
    private List<Path> folders = new ArrayList<>();

    @Option(
            names = "--plugin-errors",
            paramLabel = "MODE",
            description =
                    "fail or skip: what to do about plugins that cannot be loaded (default: fail)")
    private PluginErrors errors = PluginErrors.FAIL;

    private @Nullable PrintWriter err;

    /// @param err where plugins are named that are left out
    public static PluginOptions of(List<Path> folders, PluginErrors errors, PrintWriter err) {
        var options = new PluginOptions();
        options.folders = folders;
        options.errors = errors;
        options.err = err;
        return options;
    }

    public boolean given() {
        return !folders.isEmpty();
    }

    /// The plugins that come with us and those of the folders.
    ///
    /// @throws Failure with all that is wrong with them, unless such are to be left out
    PluginRegistry registry() {
        return PluginRegistry.installed().with(jars().stream().map(JarPlugin::provider).toList());
    }

    /// The plugins of the folders.
    ///
    /// @throws Failure as [#registry]
    public List<JarPlugin> jars() {
        PluginJars.Loaded loaded =
                PluginJars.load(folders, PluginRegistry.installed().all(), FeatureGates.DEFAULT);
        if (!loaded.problems().isEmpty()) {
            report(loaded.problems());
        }
        return loaded.plugins();
    }

    private void report(List<String> problems) {
        if (errors == PluginErrors.FAIL) {
            throw new Failure(
                    ExitCode.USAGE,
                    String.join(System.lineSeparator(), problems)
                            + System.lineSeparator()
                            + "nothing was started; --plugin-errors=skip leaves such plugins"
                            + " out");
        }
        PrintWriter delivered = err == null ? spec.commandLine().getErr() : err;
        problems.forEach(problem -> delivered.println("berth: warning: left out: " + problem));
        delivered.flush();
    }
}
