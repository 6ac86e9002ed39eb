package dev.berth.app.options;

import dev.berth.app.cli.ExitCode;
import dev.berth.app.cli.Failure;
import dev.berth.config.AlgorithmSource;
import dev.berth.config.ConfigurationException;
import dev.berth.config.PolicyReader;
import dev.berth.config.policy.Policy;
import dev.berth.manifest.ManifestException;
import dev.berth.manifest.Manifests;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.InputStream;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The options of kube-scheduler 1.0 to 1.22 that select plugins.
public final class PolicyOptions {
    public static final String FILE_FLAG = "--policy-config-file";

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec spec;

    @Option(
            names = FILE_FLAG,
            paramLabel = "FILE",
            description =
                    "Policy file of kube-scheduler 1.0 to 1.22, or - for standard input; it selects"
                            + " the plugins of all profiles")
    private @Nullable String file;

    @Option(
            names = "--algorithm-provider",
            paramLabel = "NAME",
            description =
                    "DefaultProvider or ClusterAutoscalerProvider: the plugins of a Policy without"
                            + " entries")
    private @Nullable String provider;

    /// The origin and the text of a Policy that is not in a file.
    private @Nullable String place;

    private @Nullable String text;
    private Optional<String> schedulerName = Optional.empty();
    private Optional<Integer> hardWeight = Optional.empty();

    /// The result of reading the options.
    ///
    /// @param findings the problems of the Policy; if there are any, there is no source
    record Result(AlgorithmSource source, List<ConfigurationFinding> findings) {}

    /// @param file empty for none
    /// @param provider empty for none
    public static PolicyOptions of(
            String file,
            String provider,
            Optional<String> schedulerName,
            Optional<Integer> hardWeight) {
        var options = new PolicyOptions();
        options.file = file.isEmpty() ? null : file;
        options.provider = provider.isEmpty() ? null : provider;
        options.schedulerName = schedulerName;
        options.hardWeight = hardWeight;
        return options;
    }

    /// The same with a Policy from another place, which takes precedence.
    public PolicyOptions with(String otherPlace, String otherText) {
        PolicyOptions other = of("", "", schedulerName, hardWeight);
        other.place = otherPlace;
        other.text = otherText;
        return other;
    }

    public boolean given() {
        return file != null || provider != null;
    }

    boolean readsStandardInput() {
        return "-".equals(file);
    }

    /// Reads the Policy. Standard input can be read only once.
    ///
    /// @throws Failure if there is no such provider
    Result source(InputStream standardInput) {
        if (place != null && text != null) {
            return read(place, name -> Manifests.parseFirst(name, String.valueOf(text)));
        }
        if (file != null) {
            return read(file, name -> Manifests.readFirst(name, standardInput));
        }
        return new Result(
                (provider == null ? AlgorithmSource.PROFILES : ofProvider(provider))
                        .named(schedulerName, hardWeight),
                List.of());
    }

    private static AlgorithmSource ofProvider(String name) {
        try {
            return AlgorithmSource.ofProvider(name);
        } catch (IllegalArgumentException e) {
            throw new Failure(ExitCode.USAGE, String.valueOf(e.getMessage()));
        }
    }

    private void warn(String from, Policy policy) {
        if (spec != null) {
            PrintWriter err = spec.commandLine().getErr();
            policy.repeated()
                    .forEach(name ->
                            err.println(
                                    "berth: warning: %s: priority %s occurs twice; the last weight is used"
                                            .formatted(from, name)));
            err.flush();
        }
    }

    private Result read(String from, Function<String, Manifests.Document> reader) {
        try {
            Manifests.Document document = reader.apply(from);
            try {
                Policy policy = PolicyReader.read(document.json());
                warn(document.origin().file(), policy);
                return new Result(
                        AlgorithmSource.of(policy).named(schedulerName, hardWeight), List.of());
            } catch (ConfigurationException e) {
                return new Result(
                        AlgorithmSource.PROFILES,
                        e.problems().stream()
                                .map(problem -> ConfigurationFinding.of(document.origin(), problem))
                                .distinct()
                                .toList());
            }
        } catch (ManifestException e) {
            return new Result(AlgorithmSource.PROFILES, List.of(ConfigurationFinding.of(e)));
        }
    }
}
