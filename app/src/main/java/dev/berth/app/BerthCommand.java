package dev.berth.app;

import dev.berth.app.bench.BenchCommand;
import dev.berth.app.cli.CommandContext;
import dev.berth.app.cli.VersionProvider;
import dev.berth.app.completion.CompleteCommand;
import dev.berth.app.completion.CompletionCommand;
import dev.berth.app.config.ConfigCommand;
import dev.berth.app.decide.DecideCommand;
import dev.berth.app.explain.ExplainCommand;
import dev.berth.app.explain.QueueCommand;
import dev.berth.app.explain.WhyNotCommand;
import dev.berth.app.plugins.PluginsCommand;
import dev.berth.app.run.RunCommand;
import dev.berth.app.sdk.SdkCommand;
import dev.berth.app.snapshot.SnapshotCommand;
import dev.berth.app.up.UpCommand;
import dev.berth.app.up.WarmUpCommand;
import dev.berth.app.version.VersionCommand;

import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import java.util.Map;

/// `berth` without a command: prints the help.
@Command(
        name = "berth",
        description = "The Kubernetes scheduler for the JVM.",
        mixinStandardHelpOptions = true,
        versionProvider = VersionProvider.class,
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:success",
            " 1:the answer is no: a check failed or a pod does not fit",
            " 2:wrong usage; above 2: another error",
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  berth up                 start an embedded cluster and the scheduler",
            "  berth decide -f FILE     show where pods would be scheduled, and why",
            "  berth config check FILE  check a configuration",
            "  berth explain pod NS/NAME",
            "                           explain why a pod is pending or on its node",
            "  berth run --kubeconfig FILE",
            "                           schedule the pods of a real cluster",
            "  berth snapshot -o FILE   save what scheduling needs from a real cluster",
            "  berth plugins list       list the plugins",
            "  berth version            show the version",
            "  berth help version       show the help of a command",
        },
        subcommands = {
            UpCommand.class,
            ExplainCommand.class,
            WhyNotCommand.class,
            QueueCommand.class,
            DecideCommand.class,
            ConfigCommand.class,
            RunCommand.class,
            SnapshotCommand.class,
            PluginsCommand.class,
            SdkCommand.class,
            VersionCommand.class,
            BenchCommand.class,
            CompletionCommand.class,
            CompleteCommand.class,
            WarmUpCommand.class,
            HelpCommand.class
        })
final class BerthCommand implements Runnable, CommandContext {
    private final Map<String, String> environment;
    private final boolean terminal;

    @Spec private CommandSpec spec;

    /// @param environment the environment variables of the process
    /// @param terminal whether standard input and standard output are a terminal
    BerthCommand(Map<String, String> environment, boolean terminal) {
        this.environment = environment;
        this.terminal = terminal;
    }

    @Override
    public boolean drawable() {
        return terminal && !environment.getOrDefault("TERM", "dumb").equals("dumb");
    }

    @Override
    public Map<String, String> environment() {
        return environment;
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
