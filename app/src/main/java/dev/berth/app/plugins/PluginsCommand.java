package dev.berth.app.plugins;

import dev.berth.app.cli.VersionProvider;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `berth plugins` without a command: prints the help.
@Command(
        name = "plugins",
        description = "List plugins, or create a project for a new one.",
        mixinStandardHelpOptions = true,
        versionProvider = VersionProvider.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {PluginsListCommand.class, PluginsNewCommand.class})
public final class PluginsCommand implements Runnable {
    @Spec private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
