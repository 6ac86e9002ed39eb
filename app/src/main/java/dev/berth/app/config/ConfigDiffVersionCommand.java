package dev.berth.app.config;

import dev.berth.app.cli.ExitCode;
import dev.berth.app.cli.Failure;
import dev.berth.app.cli.VersionProvider;
import dev.berth.app.options.ConfigurationFinding;
import dev.berth.app.options.PluginOptions;
import dev.berth.config.EmulatedVersion;
import dev.berth.config.GateUpgrade;
import dev.berth.manifest.ManifestException;
import dev.berth.manifest.Manifests;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// `berth config diff-version`: shows what another release of Kubernetes changes for a
/// configuration.
@Command(
        name = "diff-version",
        description = {
            "Show what another release of Kubernetes changes for a configuration: feature gates,"
                    + " plugins and their order, defaults, flags, messages, metrics and behavior.",
            "What must be fixed before the upgrade comes first, such as feature gates that the"
                    + " newer release does not accept.",
        },
        mixinStandardHelpOptions = true,
        versionProvider = VersionProvider.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:nothing must be fixed",
            " 1:something must be fixed before the upgrade",
            " 2:wrong usage"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  berth config diff-version --config scheduler.yaml",
            "  berth config diff-version --from 1.36 --to 1.37 -o json",
            "  berth config diff-version --feature-gates SchedulerQueueingHints=true",
        })
final class ConfigDiffVersionCommand implements Callable<Integer> {
    private static final Pattern VERSION = Pattern.compile("v?1\\.([0-9]{1,3})(\\.[0-9]+)?");

    @Spec private CommandSpec spec;

    @Option(
            names = "--from",
            paramLabel = "VERSION",
            description = "release in use (default: the oldest that is supported)")
    private @Nullable String from;

    @Option(
            names = "--to",
            paramLabel = "VERSION",
            description = "release to upgrade to (default: the newest that is supported)")
    private @Nullable String to;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description =
                    "KubeSchedulerConfiguration file, or - for standard input (default: the default"
                            + " profile)")
    private @Nullable String config;

    @Option(
            names = "--feature-gates",
            paramLabel = "GATE=BOOL",
            description = "feature gates in use, such as A=true,B=false; may be repeated")
    private List<String> featureGates = new ArrayList<>();

    @Option(names = "--all-gates", description = "include the feature gates of other components")
    private boolean allGates;

    @Mixin private PluginOptions plugins = new PluginOptions();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "table or json (default: table)")
    private DiffFormat output = DiffFormat.TABLE;

    @Override
    public Integer call() {
        List<EmulatedVersion> supported = ReleaseChanges.supported();
        EmulatedVersion older =
                from == null ? supported.getFirst() : release("--from", from, supported);
        EmulatedVersion newer = to == null ? supported.getLast() : release("--to", to, supported);
        if (supported.indexOf(older) >= supported.indexOf(newer)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--from must be older than --to, was %s and %s".formatted(older, newer));
        }
        var report =
                VersionReport.of(
                        older,
                        newer,
                        upgrade(older, newer),
                        document(),
                        plugins.registry(),
                        allGates);
        PrintWriter out = spec.commandLine().getOut();
        switch (output) {
            case TABLE -> out.print(report.text());
            case JSON -> out.println(report.json().text());
        }
        out.flush();
        return report.problems().isEmpty() ? ExitCode.FINE : ExitCode.NO;
    }

    private EmulatedVersion release(String option, String text, List<EmulatedVersion> supported) {
        Matcher parts = VERSION.matcher(text);
        Optional<EmulatedVersion> release =
                parts.matches()
                        ? Optional.of(new EmulatedVersion(1, Integer.parseInt(parts.group(1))))
                        : Optional.empty();
        return release.filter(supported::contains)
                .orElseThrow(() ->
                        new ParameterException(
                                spec.commandLine(),
                                "%s must be one of %s, was '%s'"
                                        .formatted(
                                                option,
                                                supported.stream()
                                                        .map(EmulatedVersion::toString)
                                                        .collect(Collectors.joining(", ")),
                                                text)));
    }

    private GateUpgrade upgrade(EmulatedVersion older, EmulatedVersion newer) {
        try {
            return GateUpgrade.of(featureGates, older, newer);
        } catch (IllegalArgumentException e) {
            throw new Failure(ExitCode.USAGE, String.valueOf(e.getMessage()));
        }
    }

    private Optional<Manifests.Document> document() {
        try {
            return config == null
                    ? Optional.empty()
                    : Optional.of(Manifests.readFirst(config, System.in));
        } catch (ManifestException e) {
            throw new Failure(ExitCode.USAGE, ConfigurationFinding.of(e).line());
        }
    }
}
