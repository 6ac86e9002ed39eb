package dev.berth.app.options;

import dev.berth.app.cli.ExitCode;
import dev.berth.app.cli.Failure;
import dev.berth.app.jars.JarPlugin;
import dev.berth.config.AlgorithmSource;
import dev.berth.config.Configuration;
import dev.berth.config.ConfigurationException;
import dev.berth.config.ConfigurationException.Problem;
import dev.berth.config.ConfigurationReader;
import dev.berth.config.FeatureGates;
import dev.berth.config.Settings;
import dev.berth.manifest.ManifestException;
import dev.berth.manifest.Manifests;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// The options of every command that reads a configuration.
public final class ConfigurationOptions {
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
            description = "feature gates, such as A=true,B=false; may be repeated")
    private List<String> featureGates = new ArrayList<>();

    @Option(
            names = "--emulated-version",
            paramLabel = "VERSION",
            description = "use the feature gates of this version, 1.34 to 1.37")
    private List<String> emulatedVersions = new ArrayList<>();

    private List<String> minCompatibilityVersions = List.of();

    @Mixin private PolicyOptions policy = new PolicyOptions();

    @Mixin private PluginOptions plugins = new PluginOptions();

    private @Nullable ConfigurationReader reader;
    private List<JarPlugin> loaded = List.of();
    private PolicyOptions.@Nullable Result source;

    /// @param config empty for none
    public static ConfigurationOptions of(
            String config,
            List<String> featureGates,
            List<String> emulatedVersions,
            List<String> minCompatibilityVersions,
            PolicyOptions policy,
            PluginOptions plugins) {
        var options = new ConfigurationOptions();
        options.config = config.isEmpty() ? null : config;
        options.featureGates = featureGates;
        options.emulatedVersions = emulatedVersions;
        options.minCompatibilityVersions = minCompatibilityVersions;
        options.policy = policy;
        options.plugins = plugins;
        return options;
    }

    /// The file of `--config`.
    public Optional<String> config() {
        return Optional.ofNullable(config);
    }

    /// @throws Failure if the flags are invalid
    public FeatureGates gates() {
        try {
            return FeatureGates.of(featureGates, emulatedVersions, minCompatibilityVersions);
        } catch (IllegalArgumentException e) {
            throw new Failure(ExitCode.USAGE, String.valueOf(e.getMessage()));
        }
    }

    public PluginOptions plugins() {
        return plugins;
    }

    public PolicyOptions policy() {
        return policy;
    }

    /// The option that reads standard input, if there is one.
    ///
    /// @throws Failure if two options read it
    public Optional<String> onStandardInput() {
        boolean file = config().equals(Optional.of("-"));
        if (file && policy.readsStandardInput()) {
            throw new Failure(
                    ExitCode.USAGE,
                    "--config and %s cannot both read standard input"
                            .formatted(PolicyOptions.FILE_FLAG));
        }
        if (file) {
            return Optional.of("--config");
        }
        return policy.readsStandardInput()
                ? Optional.of(PolicyOptions.FILE_FLAG)
                : Optional.empty();
    }

    /// Read once, because standard input can be read only once.
    private PolicyOptions.Result source(InputStream standardInput) {
        PolicyOptions.Result read = source;
        if (read == null) {
            onStandardInput();
            read = policy.source(standardInput);
            source = read;
        }
        return read;
    }

    /// Created once, because every creation loads the plugin jars again.
    private ConfigurationReader reader() {
        ConfigurationReader made = reader;
        if (made == null) {
            List<JarPlugin> jars = plugins.jars();
            made = new ConfigurationReader(PluginOptions.registry(jars), gates());
            loaded = jars;
            reader = made;
        }
        return made;
    }

    /// The plugins of the folders, after the configuration has been read.
    public List<JarPlugin> loaded() {
        return loaded;
    }

    /// Reads other configurations with the plugins and feature gates of these options.
    public ConfigurationReader configurationReader() {
        return reader();
    }

    /// The configuration that a scheduler starts with.
    ///
    /// @throws Failure if a scheduler cannot start with it
    public Configuration inForce(InputStream standardInput) {
        return config().map(file -> usable(file, standardInput))
                .orElseGet(() -> usable(standardInput))
                .orFail();
    }

    /// The configuration that follows from the flags without a file, with all problems that prevent
    /// a scheduler from starting.
    public ConfigurationResult usable(InputStream standardInput) {
        return withoutFile(settings -> settings, standardInput, true);
    }

    /// The configuration of a file, with all problems that prevent a scheduler from starting.
    public ConfigurationResult usable(String file, InputStream standardInput) {
        return read(file, standardInput, settings -> settings, true);
    }

    /// The configuration of a changed file, with the flags, plugins and feature gates of the start,
    /// and with all problems that prevent a scheduler from starting.
    ///
    /// @param content the content of the file of `--config`
    public ConfigurationResult reread(byte[] content, UnaryOperator<Settings> flags) {
        return document(
                () -> Manifests.parseFirst(config().orElseThrow(), content),
                InputStream.nullInputStream(),
                flags,
                true);
    }

    /// The configuration with the given flags applied, without a check whether a scheduler can
    /// start.
    public ConfigurationResult written(UnaryOperator<Settings> flags, InputStream standardInput) {
        return config().map(file -> read(file, standardInput, flags, false))
                .orElseGet(() -> withoutFile(flags, standardInput, false));
    }

    private ConfigurationResult withoutFile(
            UnaryOperator<Settings> flags, InputStream standardInput, boolean startable) {
        PolicyOptions.Result policy = source(standardInput);
        if (!policy.findings().isEmpty()) {
            return new ConfigurationResult(Optional.empty(), policy.findings());
        }
        try {
            Configuration configuration = reader().defaults(flags, policy.source());
            return startable
                    ? StartCheck.checked(configuration)
                    : new ConfigurationResult(Optional.of(configuration), List.of());
        } catch (ConfigurationException e) {
            return new ConfigurationResult(
                    Optional.empty(),
                    e.problems().stream()
                            .map(problem -> ConfigurationFinding.ofFlags(problem.text()))
                            .toList());
        }
    }

    private ConfigurationResult read(
            String file,
            InputStream standardInput,
            UnaryOperator<Settings> flags,
            boolean startable) {
        return document(
                () -> Manifests.readFirst(file, standardInput), standardInput, flags, startable);
    }

    private ConfigurationResult document(
            Supplier<Manifests.Document> file,
            InputStream standardInput,
            UnaryOperator<Settings> flags,
            boolean startable) {
        ConfigurationReader reader = reader();
        PolicyOptions.Result policy = source(standardInput);
        if (!policy.findings().isEmpty()) {
            return new ConfigurationResult(Optional.empty(), policy.findings());
        }
        Manifests.Document document;
        try {
            document = file.get();
        } catch (ManifestException e) {
            return new ConfigurationResult(Optional.empty(), List.of(ConfigurationFinding.of(e)));
        }
        return completed(reader, document, flags, policy.source(), startable)
                .withWarnings(
                        reader.warnings(document.json()).stream()
                                .map(warning -> ConfigurationFinding.of(document.origin(), warning))
                                .toList());
    }

    /// The configuration of a document that has been read.
    ///
    /// @param startable whether to check that a scheduler can start with the configuration
    public static ConfigurationResult completed(
            ConfigurationReader reader,
            Manifests.Document document,
            UnaryOperator<Settings> flags,
            AlgorithmSource source,
            boolean startable) {
        try {
            Configuration configuration = reader.read(document.json(), flags, source);
            return startable
                    ? StartCheck.checked(configuration, document)
                    : new ConfigurationResult(Optional.of(configuration), List.of());
        } catch (ConfigurationException e) {
            List<Problem> startProblems = startable ? e.startProblems() : List.of();
            return new ConfigurationResult(
                    Optional.empty(),
                    Stream.concat(e.problems().stream(), startProblems.stream())
                            .map(problem -> ConfigurationFinding.of(document.origin(), problem))
                            .distinct()
                            .toList());
        }
    }
}
