package dev.berth.config;

import dev.berth.engine.port.ProfileSpec;
import dev.berth.engine.port.ProfileSpec.PluginSet;
import dev.berth.engine.port.ProfileSpec.Use;
import dev.berth.model.PodSpec;
import dev.berth.model.json.Json;
import dev.berth.model.json.JsonPath;
import dev.berth.spi.ExtensionPoint;
import dev.berth.spi.Gates;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Makes profiles from a `KubeSchedulerConfiguration`.
public final class ConfigurationReader {
    private final Registry registry;
    private final Gates gates;

    public ConfigurationReader(Registry registry, Gates gates) {
        this.registry = registry;
        this.gates = gates;
    }

    /// What holds when nobody configures anything.
    public Configuration defaults() {
        return made(Document.DEFAULT, new Findings());
    }

    /// @throws ConfigurationException with all that is wrong with it
    public Configuration read(Json json) {
        var findings = new Findings();
        if (!(json instanceof Json.Obj object)) {
            findings.add(JsonPath.ROOT, json.text() + " is not an object");
            throw thrown(findings);
        }
        checkKind(object, findings);
        Document document =
                new Binder(findings, JsonPath.ROOT)
                        .bind(Document.class, object, Document.DEFAULT)
                        .orElseThrow(() -> thrown(findings));
        Checks.check(document, findings);
        return made(document, findings);
    }

    private static void checkKind(Json.Obj object, Findings findings) {
        String kind = object.textAt("kind").orElse("");
        String apiVersion = object.textAt("apiVersion").orElse("");
        if (kind.isEmpty() || apiVersion.isEmpty()) {
            findings.add(
                    JsonPath.ROOT,
                    "Object '%s' is missing in '%s'"
                            .formatted(kind.isEmpty() ? "Kind" : "apiVersion", object.text()));
            throw thrown(findings);
        }
        if (!kind.equals(Document.KIND) || !apiVersion.equals(Document.API_VERSION)) {
            findings.add(
                    JsonPath.ROOT.field(kind.equals(Document.KIND) ? "apiVersion" : "kind"),
                    "no kind \"%s\" is registered for version \"%s\"; it must be %s of %s"
                            .formatted(kind, apiVersion, Document.KIND, Document.API_VERSION));
            throw thrown(findings);
        }
    }

    private static ConfigurationException thrown(Findings findings) {
        findings.throwIfAny();
        throw new IllegalStateException("no configuration, and nothing wrong with it");
    }

    private Configuration made(Document document, Findings findings) {
        var profiles = new ArrayList<Made>();
        for (int i = 0; i < document.profiles().size(); i++) {
            Document.Scheduler profile = document.profiles().get(i);
            var arguments = new PluginArguments(registry, gates, findings);
            JsonPath at = JsonPath.ROOT.field("profiles").element(i).field("pluginConfig");
            for (int j = 0; j < profile.pluginConfig().size(); j++) {
                arguments.read(profile.pluginConfig().get(j), at.element(j));
            }
            profiles.add(new Made(profile, arguments));
        }
        findings.throwIfAny();
        return new Configuration(
                profiles.stream()
                        .map(each -> spec(document, each.profile(), each.arguments()))
                        .toList());
    }

    private record Made(Document.Scheduler profile, PluginArguments arguments) {}

    private ProfileSpec spec(
            Document document, Document.Scheduler profile, PluginArguments arguments) {
        Document.Points points = profile.points();
        Map<ExtensionPoint, PluginSet> sets = new EnumMap<>(ExtensionPoint.class);
        for (ExtensionPoint point : ExtensionPoint.values()) {
            Document.Plugins plugins = points.at(point);
            sets.put(
                    point,
                    new PluginSet(
                            DefaultPlugins.withoutThoseToCome(plugins.uses(), registry),
                            Set.copyOf(plugins.disabledNames())));
        }
        List<Use> multiPoint = merged(DefaultPlugins.multiPoint(gates), points.multiPoint());
        return new ProfileSpec(
                schedulerName(document, profile),
                arguments.makers(),
                DefaultPlugins.withoutThoseToCome(multiPoint, registry),
                sets,
                profile.percentageOfNodesToScore().orElse(document.percentageOfNodesToScore()),
                gates);
    }

    private static String schedulerName(Document document, Document.Scheduler profile) {
        return profile.schedulerName().isEmpty() && document.profiles().size() == 1
                ? PodSpec.DEFAULT_SCHEDULER
                : profile.schedulerName();
    }

    /// A default plugin that is enabled again keeps its place and takes the weight given; one that
    /// is only disabled goes. What else is enabled comes behind.
    static List<Use> merged(List<Use> defaults, Document.Plugins custom) {
        List<Use> enabled = custom.uses();
        Set<String> disabled = new HashSet<>(custom.disabledNames());
        // Parity: of several entries with one name the last takes the place, the others stay.
        Map<String, Integer> last = new HashMap<>();
        for (int i = 0; i < enabled.size(); i++) {
            last.put(enabled.get(i).name(), i);
        }
        var merged = new ArrayList<Use>();
        Set<Integer> placed = new HashSet<>();
        if (!disabled.contains("*")) {
            for (Use usual : defaults) {
                if (disabled.contains(usual.name())) {
                    continue;
                }
                Integer instead = last.get(usual.name());
                if (instead != null) {
                    placed.add(instead);
                }
                merged.add(instead == null ? usual : enabled.get(instead));
            }
        }
        for (int i = 0; i < enabled.size(); i++) {
            if (!placed.contains(i)) {
                merged.add(enabled.get(i));
            }
        }
        return List.copyOf(merged);
    }
}
