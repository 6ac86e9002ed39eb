package dev.berth.app.config;

import dev.berth.app.cli.ExitCode;
import dev.berth.app.cli.Failure;
import dev.berth.app.cli.VersionProvider;
import dev.berth.app.client.AskOptions;
import dev.berth.app.options.ConfigurationOptions;
import dev.berth.app.options.PluginOptions;
import dev.berth.app.options.PolicyOptions;
import dev.berth.app.terminal.TerminalEscapes;
import dev.berth.config.Configuration;
import dev.berth.config.ConfigurationException;
import dev.berth.config.ConfigurationReader;
import dev.berth.model.json.Json;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/// `berth config diff`: shows what a configuration would change in the running scheduler.
@Command(
        name = "diff",
        description = {
            "Show what FILE would change in a running scheduler: profiles, plugins and their order,"
                    + " weights, arguments, extenders and settings, and which of the changes need a"
                    + " restart.",
            "The running configuration is that of /configz, which needs permission to get this"
                    + " path. Use the feature gates and plugin directories of the scheduler.",
        },
        mixinStandardHelpOptions = true,
        versionProvider = VersionProvider.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:no changes",
            " 1:FILE changes something, or the scheduler answers with an error",
            " 2:wrong usage, or FILE is not valid",
            " 4:no response from the scheduler"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  berth config diff scheduler.yaml --server https://127.0.0.1:10259"
                    + " --insecure-skip-tls-verify --token $TOKEN",
            "  berth config diff - -o json < scheduler.yaml",
        })
final class ConfigDiffCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "FILE",
            description =
                    "KubeSchedulerConfiguration file in YAML or JSON, or - for standard input")
    private String file = "";

    @Option(
            names = "--feature-gates",
            paramLabel = "GATE=BOOL",
            description = "feature gates of the scheduler, such as A=true,B=false; may be repeated")
    private List<String> featureGates = new ArrayList<>();

    @Mixin private PluginOptions plugins = new PluginOptions();

    @Mixin private AskOptions asking = new AskOptions();

    @Override
    public Integer call() {
        ConfigurationOptions options =
                ConfigurationOptions.of(
                        file,
                        featureGates,
                        List.of(),
                        List.of(),
                        PolicyOptions.of("", "", Optional.empty(), Optional.empty()),
                        plugins);
        Configuration next = options.inForce(System.in);
        var diff = RunningDiff.between(running(options.configurationReader()), next);
        asking.print(diff.json(), TerminalEscapes.document(diff.text()));
        return diff.rows().isEmpty() ? ExitCode.FINE : ExitCode.NO;
    }

    private Configuration running(ConfigurationReader reader) {
        Json.Obj page = asking.configuration();
        try {
            return reader.read(page.at("componentconfig").orElse(Json.Null.NULL));
        } catch (ConfigurationException e) {
            throw new Failure(
                    ExitCode.NO,
                    "the configuration of the scheduler cannot be read: %s; use the feature gates and plugin directories of the scheduler"
                            .formatted(e.problems().getFirst().text()));
        }
    }
}
