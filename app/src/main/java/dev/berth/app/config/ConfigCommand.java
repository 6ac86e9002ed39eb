package dev.berth.app.config;

import dev.berth.app.cli.VersionProvider;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `berth config` without a command: prints the help.
@Command(
        name = "config",
        description =
                "Check, show, migrate, compare and upgrade configurations. Only diff needs a"
                        + " scheduler.",
        mixinStandardHelpOptions = true,
        versionProvider = VersionProvider.class,
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  berth config check scheduler.yaml",
            "  berth config show --config scheduler.yaml",
            "  berth config migrate policy.json > scheduler.yaml",
            "  berth config diff scheduler.yaml",
            "  berth config diff-version --config scheduler.yaml",
        },
        subcommands = {
            ConfigCheckCommand.class,
            ConfigShowCommand.class,
            ConfigMigrateCommand.class,
            ConfigDiffCommand.class,
            ConfigDiffVersionCommand.class,
            ConfigCasesCommand.class
        })
public final class ConfigCommand implements Runnable {
    @Spec private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
