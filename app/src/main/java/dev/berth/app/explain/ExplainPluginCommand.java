package dev.berth.app.explain;

import dev.berth.app.cli.ExitCode;
import dev.berth.app.cli.Failure;
import dev.berth.app.cli.VersionProvider;
import dev.berth.dashboard.HelpPages;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.util.concurrent.Callable;
import java.util.regex.Pattern;

/// `berth explain plugin`: what an in-tree plugin does, and what its reasons mean.
@Command(
        name = "plugin",
        description = "Show what an in-tree plugin does, its arguments, and what its reasons mean.",
        mixinStandardHelpOptions = true,
        versionProvider = VersionProvider.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = "  berth explain plugin NodeResourcesFit")
final class ExplainPluginCommand implements Callable<Integer> {
    /// Links of the pages lead to other pages of the documentation.
    private static final Pattern LINK = Pattern.compile("\\[([^\\]]*)]\\([^)]*\\)");

    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "PLUGIN", description = "the name of the plugin")
    private String plugin;

    @Override
    public Integer call() {
        String text =
                HelpPages.about(plugin)
                        .orElseThrow(() ->
                                new Failure(
                                        ExitCode.NO,
                                        "there is no page about plugin \"%s\"%s"
                                                .formatted(plugin, HelpPages.suggestions(plugin)),
                                        ""));
        spec.commandLine().getOut().print(LINK.matcher(text).replaceAll("$1"));
        spec.commandLine().getOut().flush();
        return ExitCode.FINE;
    }
}
