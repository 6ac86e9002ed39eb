package dev.berth.config;

import dev.berth.config.ConfigurationException.Problem;
import dev.berth.model.SpellingSuggestion;
import dev.berth.model.json.Json;
import dev.berth.model.json.JsonPath;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/// What kube-scheduler accepts without a message although it has no effect, or not the expected
/// one: names that no plugin has, and weights below 1. It reads the document as it was written,
/// because the defaults of a configuration replace a weight of 0.
final class ConfigurationWarnings {
    private static final String ALL = "*";

    private final PluginRegistry registry;
    private final List<Problem> warnings = new ArrayList<>();

    private ConfigurationWarnings(PluginRegistry registry) {
        this.registry = registry;
    }

    static List<Problem> of(Json document, PluginRegistry registry) {
        var warnings = new ConfigurationWarnings(registry);
        each(document, "profiles", JsonPath.ROOT, warnings::profile);
        return List.copyOf(warnings.warnings);
    }

    private void profile(Json profile, JsonPath at) {
        each(
                profile,
                "pluginConfig",
                at,
                (entry, path) ->
                        unknown(entry, path.field("name"), "these arguments have no effect"));
        if (field(profile, "plugins") instanceof Json.Obj points) {
            JsonPath plugins = at.field("plugins");
            points.fields()
                    .forEach((point, lists) -> {
                        each(lists, "disabled", plugins.field(point), this::disabled);
                        each(lists, "enabled", plugins.field(point), this::enabled);
                    });
        }
    }

    private void disabled(Json entry, JsonPath at) {
        unknown(entry, at.field("name"), "this entry disables nothing");
    }

    private void enabled(Json entry, JsonPath at) {
        if (field(entry, "weight") instanceof Json.Num weight && weight.decimal().signum() <= 0) {
            warnings.add(
                    new Problem(
                            at.field("weight"),
                            weight.decimal().signum() == 0
                                    ? "the weight 0 counts as 1; to turn off the plugin, add its"
                                            + " name to disabled"
                                    : "with the weight %s, the nodes with the lowest scores of the plugin win; use at least 1"
                                            .formatted(weight.text())));
        }
    }

    private void unknown(Json entry, JsonPath at, String effect) {
        if (field(entry, "name") instanceof Json.Str(String name)
                && !name.equals(ALL)
                && registry.find(name).isEmpty()
                && !DefaultPlugins.isInTree(name)) {
            String suggestion =
                    SpellingSuggestion.of(name, names())
                            .map(known -> "; did you mean " + known + "?")
                            .orElse("");
            warnings.add(
                    new Problem(
                            at,
                            "there is no plugin %s, so %s%s"
                                    .formatted(Json.of(name).text(), effect, suggestion)));
        }
    }

    private Stream<String> names() {
        return registry.all().stream().map(provider -> provider.name()).sorted();
    }

    private static void each(
            Json object, String name, JsonPath at, BiConsumer<Json, JsonPath> action) {
        if (field(object, name) instanceof Json.Arr(List<Json> elements)) {
            for (int i = 0; i < elements.size(); i++) {
                action.accept(elements.get(i), at.field(name).element(i));
            }
        }
    }

    /// The field of an object; `null` as JSON if there is none.
    private static Json field(Json object, String name) {
        return object instanceof Json.Obj fields
                ? fields.field(name).orElse(Json.Null.NULL)
                : Json.Null.NULL;
    }
}
