package dev.berth.config;

import dev.berth.config.ConfigurationException.Problem;
import dev.berth.model.json.Json;
import dev.berth.model.json.JsonPath;
import dev.berth.spi.Gates;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PluginProvider;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/// The arguments of the plugins of one profile: the defaults, or the entries of `pluginConfig`.
final class PluginArguments {
    // Parity: kube-scheduler validates the arguments of NodeResourcesFit only when it creates the
    // plugin, so a profile without the plugin can contain any values.
    static final String CHECKED_WHEN_MADE = "NodeResourcesFit";

    private static final String SUFFIX = "Args";

    private final PluginRegistry registry;
    private final Gates gates;
    private final List<String> ignoredResources;
    private final ConfigurationProblems findings;
    private final Map<String, Function<PluginContext, Plugin>> makers = new HashMap<>();
    private final Map<String, Json> written = new TreeMap<>();
    private final List<Problem> startProblems = new ArrayList<>();

    /// @param ignoredResources the resources that extenders manage instead of NodeResourcesFit
    PluginArguments(
            PluginRegistry registry,
            Gates gates,
            List<String> ignoredResources,
            ConfigurationProblems findings) {
        this.registry = registry;
        this.gates = gates;
        this.ignoredResources = ignoredResources;
        this.findings = findings;
        for (PluginProvider<?> provider : registry.all()) {
            guarded(provider, JsonPath.ROOT, () -> defaults(provider));
        }
    }

    private <C extends Record> void defaults(PluginProvider<C> provider) {
        take(provider, provider.defaults(gates));
        if (isCheckedWhenMade(provider)) {
            checkWhenMade(provider, Json.Obj.EMPTY, JsonPath.ROOT);
        }
    }

    private <C extends Record> void take(PluginProvider<C> provider, C args) {
        makers.put(provider.name(), context -> provider.create(args, context));
        if (takesAny(args)) {
            Json.Obj fields = RecordWriter.json(args);
            written.put(
                    provider.name(),
                    DefaultPlugins.isInTree(provider.name())
                            ? headed(provider.name(), fields)
                            : fields);
        }
    }

    private static Json.Obj headed(String plugin, Json.Obj fields) {
        var headed =
                Json.Obj.builder()
                        .put("apiVersion", Document.API_VERSION)
                        .put("kind", plugin + SUFFIX);
        // Parity: filterTimeout is written even if it is not set.
        if (plugin.equals("DynamicResources") && fields.field("filterTimeout").isEmpty()) {
            headed.put("filterTimeout", Json.Null.NULL);
        }
        fields.fields().forEach(headed::put);
        return headed.build();
    }

    private static boolean takesAny(Record args) {
        return args.getClass().getRecordComponents().length > 0;
    }

    private static boolean isCheckedWhenMade(PluginProvider<?> provider) {
        return CHECKED_WHEN_MADE.equals(provider.name());
    }

    Map<String, Function<PluginContext, Plugin>> makers() {
        return makers;
    }

    /// The effective arguments by plugin; arguments of in-tree plugins are in kube-scheduler's
    /// form.
    Map<String, Json> written() {
        return written;
    }

    /// The problems that occur only when a plugin is created.
    List<Problem> startProblems() {
        return startProblems;
    }

    /// @param at the path of the entry
    void read(Document.Arguments given, JsonPath at) {
        Optional<Json> args = given.args();
        Optional<PluginProvider<?>> provider = registry.find(given.name());
        if (args.isEmpty()) {
            return;
        }
        if (provider.isPresent()) {
            guarded(provider.get(), at.field("args"), () -> read(provider.get(), args.get(), at));
        } else {
            // Parity: arguments of unknown plugins are not validated.
            written.put(given.name(), args.get());
        }
    }

    /// Third-party providers can throw exceptions, which are reported as problems.
    private void guarded(PluginProvider<?> provider, JsonPath at, Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | Error problem) {
            findings.add(
                    at,
                    "plugin %s: reading its arguments failed with %s"
                            .formatted(provider.name(), problem));
        }
    }

    private <C extends Record> void read(PluginProvider<C> provider, Json args, JsonPath at) {
        C defaults = provider.defaults(gates);
        // Parity: arguments of plugins without arguments are not validated.
        if (!takesAny(defaults)) {
            written.put(provider.name(), args);
            return;
        }
        String decoding =
                "decoding .%s: decoding args for plugin %s: ".formatted(at, provider.name());
        JsonPath path = at.field("args");
        if (!(args instanceof Json.Obj object)) {
            findings.malformed(path, decoding + args.text() + " is not an object");
            return;
        }
        if (!isOfKind(provider.name(), object, at)) {
            return;
        }
        var form = new ConfigurationProblems();
        Json.Obj fields = object.without("kind").without("apiVersion");
        Optional<C> bound = new RecordReader(form, path).bind(typeOf(defaults), fields, defaults);
        findings.decoding(decoding, form);
        if (isCheckedWhenMade(provider)) {
            checkWhenMade(provider, fields, path);
            return;
        }
        findings.values(form);
        if (bound.isPresent()) {
            provider.check(bound.get(), gates, findings.at(path));
            take(provider, bound.get());
        }
    }

    /// The kind is optional; if it is set, it must be that of the plugin.
    private boolean isOfKind(String plugin, Json.Obj args, JsonPath at) {
        String wanted = plugin + SUFFIX;
        String kind = args.textAt("kind").filter(text -> !text.isEmpty()).orElse(wanted);
        String version =
                args.textAt("apiVersion")
                        .filter(text -> !text.isEmpty())
                        .orElse(Document.API_VERSION);
        String where = "decoding .%s: ".formatted(at);
        JsonPath path = at.field("args");
        if (!version.equals(Document.API_VERSION) || !isKnown(kind)) {
            findings.malformed(
                    path.field(isKnown(kind) ? "apiVersion" : "kind"),
                    where
                            + "decoding args for plugin %s: no kind \"%s\" is registered for version \"%s\"; leave both out, or write %s of %s"
                                    .formatted(
                                            plugin, kind, version, wanted, Document.API_VERSION));
            return false;
        }
        if (!kind.equals(wanted)) {
            findings.malformed(
                    path.field("kind"),
                    where
                            + "args for plugin %s were not of type %s.%s, got %s.%s"
                                    .formatted(
                                            plugin, wanted, Document.GROUP, kind, Document.GROUP));
            return false;
        }
        return true;
    }

    private boolean isKnown(String kind) {
        return kind.equals(Document.KIND)
                || kind.endsWith(SUFFIX)
                        && registry.find(kind.substring(0, kind.length() - SUFFIX.length()))
                                .filter(provider -> takesAny(provider.defaults(gates)))
                                .isPresent();
    }

    private <C extends Record> void checkWhenMade(
            PluginProvider<C> provider, Json.Obj fields, JsonPath path) {
        C defaults = provider.defaults(gates);
        // Parity: the resources that extenders manage replace the configured ones.
        Json.Obj inForce =
                ignoredResources.isEmpty()
                        ? fields
                        : fields.with(
                                "ignoredResources",
                                new Json.Arr(
                                        ignoredResources.stream().<Json>map(Json::of).toList()));
        C args =
                new RecordReader(new ConfigurationProblems(), path)
                        .bind(typeOf(defaults), inForce, defaults)
                        .orElse(defaults);
        take(provider, args);
        startProblems.addAll(checked(provider, inForce, path).values());
        ConfigurationProblems found = checked(provider, inForce, JsonPath.ROOT);
        makers.put(
                provider.name(),
                context -> {
                    found.throwIfAny();
                    return provider.create(args, context);
                });
    }

    /// @param path the prefix of the paths in messages
    private <C extends Record> ConfigurationProblems checked(
            PluginProvider<C> provider, Json.Obj fields, JsonPath path) {
        var found = new ConfigurationProblems();
        C defaults = provider.defaults(gates);
        new RecordReader(found, path)
                .bind(typeOf(defaults), fields, defaults)
                .ifPresent(args -> provider.check(args, gates, found.at(path)));
        return found;
    }

    @SuppressWarnings("unchecked") // The class of a C is a Class of C.
    private static <C extends Record> Class<C> typeOf(C record) {
        return (Class<C>) record.getClass();
    }
}
