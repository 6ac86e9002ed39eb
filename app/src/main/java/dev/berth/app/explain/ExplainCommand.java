package dev.berth.app.explain;

import dev.berth.app.cli.VersionProvider;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `berth explain` without a command: prints the help.
@Command(
        name = "explain",
        description =
                "Explain why a pod is pending or on its node, which pods a node rejects, or a"
                        + " plugin.",
        mixinStandardHelpOptions = true,
        versionProvider = VersionProvider.class,
        synopsisSubcommandLabel = "COMMAND",
        preprocessor = ResourceArgument.class,
        commandListHeading = "%nCommands:%n",
        subcommands = {
            ExplainPodCommand.class,
            ExplainNodeCommand.class,
            ExplainPluginCommand.class
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  berth explain pod shop/web-1",
            "  berth explain node node-001",
            "  berth explain plugin NodeResourcesFit"
        })
public final class ExplainCommand implements Runnable {
    @Spec private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
