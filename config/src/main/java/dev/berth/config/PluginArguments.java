package dev.berth.config;

import dev.berth.model.json.Json;
import dev.berth.model.json.JsonPath;
import dev.berth.spi.Gates;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PluginProvider;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// The plugins of one profile with their arguments: the defaults, or what `pluginConfig` says.
final class PluginArguments {
    private static final String GROUP = "kubescheduler.config.k8s.io";

    // Parity: what this one is told is not checked with the file but when the plugin is made, so a
    // profile without it may say anything.
    private static final String CHECKED_WHEN_MADE = "NodeResourcesFit";

    private final Registry registry;
    private final Gates gates;
    private final Findings findings;
    private final Map<String, Function<PluginContext, Plugin>> makers = new HashMap<>();

    PluginArguments(Registry registry, Gates gates, Findings findings) {
        this.registry = registry;
        this.gates = gates;
        this.findings = findings;
        for (PluginProvider<?> provider : registry.all()) {
            guarded(
                    provider,
                    JsonPath.ROOT,
                    () -> makers.put(provider.name(), withDefaults(provider)));
        }
    }

    private <C extends Record> Function<PluginContext, Plugin> withDefaults(
            PluginProvider<C> provider) {
        C args = provider.defaults(gates);
        return context -> provider.create(args, context);
    }

    Map<String, Function<PluginContext, Plugin>> makers() {
        return makers;
    }

    /// @param at where the entry stands
    void read(Document.Arguments given, JsonPath at) {
        Optional<Json> args = given.args();
        // Parity: arguments of plugins nobody knows are not looked at.
        if (args.isPresent()) {
            registry.find(given.name())
                    .ifPresent(provider ->
                            guarded(
                                    provider,
                                    at.field("args"),
                                    () -> read(provider, args.get(), at)));
        }
    }

    /// Anybody may write a provider, and what it throws is one finding among others.
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
        Class<C> type = typeOf(defaults);
        // Parity: nor are those of a plugin that takes none.
        if (type.getRecordComponents().length == 0) {
            return;
        }
        String where = "decoding .%s: ".formatted(at);
        String decoding = where + "decoding args for plugin %s: ".formatted(provider.name());
        JsonPath path = at.field("args");
        if (!(args instanceof Json.Obj object)) {
            findings.add(path, decoding + args.text() + " is not an object");
            return;
        }
        String kind = provider.name() + "Args";
        String other = object.textAt("kind").orElse(kind);
        if (!other.equals(kind)) {
            findings.add(
                    path.field("kind"),
                    where
                            + "args for plugin %s were not of type %s.%s, got %s.%s"
                                    .formatted(provider.name(), kind, GROUP, other, group(object)));
            return;
        }
        var form = new Findings();
        Json.Obj fields = object.without("kind").without("apiVersion");
        Optional<C> bound = new Binder(form, path).bind(type, fields, defaults);
        findings.decoding(decoding, form);
        if (CHECKED_WHEN_MADE.equals(provider.name())) {
            makers.put(provider.name(), checkedWhenMade(provider, type, fields));
            return;
        }
        findings.values(form);
        if (bound.isPresent()) {
            C value = bound.get();
            provider.check(value, gates, findings.at(path));
            makers.put(provider.name(), context -> provider.create(value, context));
        }
    }

    private <C extends Record> Function<PluginContext, Plugin> checkedWhenMade(
            PluginProvider<C> provider, Class<C> type, Json.Obj fields) {
        var found = new Findings();
        Optional<C> bound =
                new Binder(found, JsonPath.ROOT).bind(type, fields, provider.defaults(gates));
        bound.ifPresent(value -> provider.check(value, gates, found.at(JsonPath.ROOT)));
        return context -> {
            found.throwIfAny();
            return provider.create(bound.orElseThrow(), context);
        };
    }

    @SuppressWarnings("unchecked") // The class of a C is a Class of C.
    private static <C extends Record> Class<C> typeOf(C record) {
        return (Class<C>) record.getClass();
    }

    private static String group(Json.Obj args) {
        String apiVersion = args.textAt("apiVersion").orElse(GROUP + "/v1");
        int slash = apiVersion.indexOf('/');
        return slash < 0 ? "" : apiVersion.substring(0, slash);
    }
}
