package dev.berth.app.completion;

import dev.berth.app.cli.VersionProvider;
import dev.berth.app.completion.CommandShape.Choice;
import dev.berth.app.flags.SchedulerFlags;
import dev.berth.app.pflag.Flag;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// `berth completion`: prints a script with which a shell completes commands, options and names.
@Command(
        name = "completion",
        description = "Print a script that completes commands, options and names in your shell.",
        mixinStandardHelpOptions = true,
        versionProvider = VersionProvider.class,
        footerHeading = "%nExamples:%n",
        footer = {
            "  berth completion bash > ~/.local/share/bash-completion/completions/berth",
            "  source <(berth completion zsh)    in ~/.zshrc",
            "  berth completion fish > ~/.config/fish/completions/berth.fish",
        })
public final class CompletionCommand implements Runnable {
    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish")
    private ShellName shell;

    @Override
    public void run() {
        CommandShape root = CommandShape.of(spec.root(), Map.of("run", flags()));
        PrintWriter out = spec.commandLine().getOut();
        out.print(
                switch (shell) {
                    case BASH -> BashScript.bash(root);
                    case ZSH -> BashScript.zsh(root);
                    case FISH -> FishScript.text(root);
                });
        out.flush();
    }

    /// The flags of kube-scheduler that its help shows.
    private static List<Choice> flags() {
        var choices = new ArrayList<Choice>();
        for (Flag<?> flag : SchedulerFlags.ALL.all()) {
            if (!flag.group().isEmpty()) {
                var names = new ArrayList<>(List.of("--" + flag.name()));
                if (!flag.shorthand().isEmpty()) {
                    names.add("-" + flag.shorthand());
                }
                choices.add(new Choice(names, summary(flag.help()), values(flag)));
            }
        }
        return choices;
    }

    private static String summary(String help) {
        int end = help.indexOf(". ");
        return (end < 0 ? help : help.substring(0, end)).lines().findFirst().orElse("");
    }

    private static Values values(Flag<?> flag) {
        if (!flag.type().bare().isEmpty()) {
            return new Values.None();
        }
        String name = flag.name();
        return name.contains("file") || name.endsWith("config") || name.endsWith("kubeconfig")
                ? new Values.Files()
                : new Values.Any();
    }
}
