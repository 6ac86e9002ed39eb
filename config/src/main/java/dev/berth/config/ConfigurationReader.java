package dev.berth.config;

import dev.berth.config.ConfigurationWriter.Completed;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.engine.port.ProfileSpec.PluginSet;
import dev.berth.engine.port.ProfileSpec.Use;
import dev.berth.model.json.Json;
import dev.berth.model.json.JsonPath;
import dev.berth.spi.ExtensionPoint;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/// Reads a [Configuration] from a `KubeSchedulerConfiguration`.
public final class ConfigurationReader {
    private final PluginRegistry registry;
    private final FeatureGates gates;
    private final List<Use> defaultPlugins;

    public ConfigurationReader(PluginRegistry registry, FeatureGates gates) {
        this(registry, gates, List.of());
    }

    /// @param order the default plugins in the order of an earlier release; empty for the order of
    ///   this release
    public ConfigurationReader(PluginRegistry registry, FeatureGates gates, List<String> order) {
        this.registry = registry;
        this.gates = gates;
        this.defaultPlugins = DefaultPlugins.multiPoint(gates, order);
    }

    /// The default configuration.
    public Configuration defaults() {
        return defaults(settings -> settings, AlgorithmSource.PROFILES);
    }

    /// The configuration without a file, with flags only.
    ///
    /// @throws ConfigurationException if plugins are not available
    public Configuration defaults(UnaryOperator<Settings> flags, AlgorithmSource source) {
        var findings = new ConfigurationProblems();
        Document document = source.fill(bound(Json.Obj.EMPTY, findings), findings);
        // Parity: kube-scheduler does not validate flags without a file.
        return completed(document, flags.apply(Settings.of(document)), source, findings);
    }

    /// @throws ConfigurationException with all problems
    public Configuration read(Json json) {
        return read(json, settings -> settings, AlgorithmSource.PROFILES);
    }

    /// What has no effect, or not the expected one, although the document is valid.
    public List<ConfigurationException.Problem> warnings(Json json) {
        return ConfigurationWarnings.of(json, registry);
    }

    /// @param flags applies the flags of the command line, which override the file
    /// @throws ConfigurationException with all problems
    public Configuration read(Json json, UnaryOperator<Settings> flags, AlgorithmSource source) {
        var findings = new ConfigurationProblems();
        Document document = bound(DocumentKind.checked(json, registry, findings), findings);
        Settings settings = flags.apply(Settings.of(document));
        Checks.check(document, settings, findings);
        return completed(source.rule(document, findings), settings, source, findings);
    }

    private static Document bound(Json.Obj object, ConfigurationProblems findings) {
        return new RecordReader(findings, JsonPath.ROOT)
                .bind(Document.class, object, null)
                .orElseThrow(() -> findings.thrown());
    }

    private Configuration completed(
            Document document,
            Settings settings,
            AlgorithmSource source,
            ConfigurationProblems findings) {
        var extenders = new ExtenderSettings(document);
        extenders.check(findings);
        var schedulers = new ArrayList<Configuration.Scheduler>();
        var profiles = new ArrayList<Completed>();
        for (int i = 0; i < document.profiles().size(); i++) {
            JsonPath at = JsonPath.ROOT.field("profiles").element(i);
            Document.Scheduler given = document.profiles().get(i);
            var plugins = new MergedPlugins(given.points(), defaultPlugins);
            PluginArguments arguments =
                    arguments(given, plugins, extenders.ignoredResources(), at, findings);
            String name = document.schedulerName(given);
            plugins.check(name, registry, at.field("plugins"), findings);
            ProfileSpec spec =
                    new ProfileSpec(
                            name,
                            arguments.makers(),
                            DefaultPlugins.withoutThoseToCome(plugins.multiPoint(), registry),
                            sets(given.points()),
                            percentage(
                                    given.percentageOfNodesToScore()
                                            .orElse(settings.percentageOfNodesToScore())),
                            source.checksAllFilters(),
                            gates);
            schedulers.add(
                    new Configuration.Scheduler(spec, plugins.chosen(), arguments.startProblems()));
            profiles.add(
                    new Completed(given, name, plugins.all(), inUse(arguments.written(), plugins)));
        }
        findings.throwIfAny(
                schedulers.stream().flatMap(each -> each.startProblems().stream()).toList());
        return new Configuration(
                settings,
                schedulers,
                extenders.specs(),
                gates,
                ConfigurationWriter.json(settings, extenders, profiles));
    }

    /// A value out of range has been reported already.
    private static int percentage(int given) {
        return Math.clamp(given, 0, 100);
    }

    private PluginArguments arguments(
            Document.Scheduler given,
            MergedPlugins plugins,
            List<String> ignoredResources,
            JsonPath at,
            ConfigurationProblems findings) {
        var arguments = new PluginArguments(registry, gates, ignoredResources, findings);
        JsonPath entries = at.field("pluginConfig");
        for (int i = 0; i < given.pluginConfig().size(); i++) {
            arguments.read(given.pluginConfig().get(i), entries.element(i));
        }
        boolean fits =
                plugins.names().contains(PluginArguments.CHECKED_WHEN_MADE)
                        || given.pluginConfig().stream()
                                .anyMatch(each ->
                                        each.name().equals(PluginArguments.CHECKED_WHEN_MADE));
        if (!ignoredResources.isEmpty() && !fits) {
            findings.add(
                    entries,
                    "couldn't build extenders: can't find NodeResourcesFitArgs in plugin config");
        }
        return arguments;
    }

    private Map<String, Json> inUse(Map<String, Json> arguments, MergedPlugins plugins) {
        var used = new TreeMap<>(arguments);
        used.keySet().retainAll(plugins.names());
        used.keySet()
                .removeIf(name -> registry.find(name).isEmpty() && !DefaultPlugins.isInTree(name));
        return used;
    }

    private Map<ExtensionPoint, PluginSet> sets(Document.Points points) {
        Map<ExtensionPoint, PluginSet> sets = new EnumMap<>(ExtensionPoint.class);
        for (ExtensionPoint point : ExtensionPoint.values()) {
            Document.Plugins plugins = points.at(point);
            sets.put(
                    point,
                    new PluginSet(
                            DefaultPlugins.withoutThoseToCome(plugins.uses(), registry),
                            Set.copyOf(plugins.disabledNames())));
        }
        return sets;
    }
}
