package dev.berth.app;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `berth plugins`: what is said about plugins.
@Command(
        name = "plugins",
        description = "Show the plugins that a configuration may name.",
        mixinStandardHelpOptions = true,
        versionProvider = VersionCommand.Provider.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = PluginsListCommand.class)
final class PluginsCommand implements Runnable {
    @Spec private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
