package dev.berth.engine.profile;

import dev.berth.engine.port.ProfileSpec;
import dev.berth.spi.ExtensionPoint;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.Plugin;
import dev.berth.spi.Score;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// Determines which plugins are enabled at an extension point, and in which order.
///
/// First come the plugins that both `multiPoint` and the extension point enable, in the order of
/// the extension point; then those that only `multiPoint` enables; then those that only the
/// extension point enables.
final class PluginLists {
    private static final String ALL = "*";

    private final ProfileSpec spec;
    private final Map<String, Plugin> plugins;

    PluginLists(ProfileSpec spec, Map<String, Plugin> plugins) {
        this.spec = spec;
        this.plugins = plugins;
    }

    <P> List<NamedPlugin<P>> at(ExtensionPoint point, Class<P> type) {
        ProfileSpec.PluginSet set = spec.at(point);
        Set<String> listed = listed(point, set);
        List<String> order = new ArrayList<>(listed);
        if (!set.disabled().contains(ALL)) {
            order = expanded(point, set, listed);
        }
        var found = new ArrayList<NamedPlugin<P>>();
        for (String name : order) {
            P plugin = Objects.requireNonNull(type.cast(existing(point, name)));
            found.add(new NamedPlugin<>(name, plugin));
        }
        return List.copyOf(found);
    }

    private Set<String> listed(ExtensionPoint point, ProfileSpec.PluginSet set) {
        var listed = new LinkedHashSet<String>();
        for (ProfileSpec.Use use : set.enabled()) {
            Plugin plugin = existing(point, use.name());
            if (!point.offeredBy(plugin)) {
                throw new IllegalArgumentException(
                        "plugin \"%s\" does not extend %s plugin"
                                .formatted(use.name(), type(point)));
            }
            if (!listed.add(use.name())) {
                throw twice(point, use.name());
            }
        }
        return listed;
    }

    private List<String> expanded(
            ExtensionPoint point, ProfileSpec.PluginSet set, Set<String> listed) {
        var brought = new ArrayList<String>();
        Set<String> overridden = new HashSet<>();
        Set<String> met = new HashSet<>();
        for (ProfileSpec.Use use : spec.multiPoint()) {
            String name = use.name();
            if (!point.offeredBy(existing(point, name)) || set.disabled().contains(name)) {
                continue;
            }
            if (listed.contains(name)) {
                overridden.add(name);
            } else if (met.add(name)) {
                brought.add(name);
            } else {
                throw twice(point, name);
            }
        }
        var order = new ArrayList<String>();
        for (String name : listed) {
            if (overridden.contains(name)) {
                order.add(name);
            }
        }
        order.addAll(brought);
        for (String name : listed) {
            if (!overridden.contains(name)) {
                order.add(name);
            }
        }
        return order;
    }

    /// The weight of every score plugin: that of the extension point, else that of `multiPoint`,
    /// else 1.
    Map<String, Long> weights() {
        var uses = new ArrayList<>(spec.at(ExtensionPoint.SCORE).enabled());
        uses.addAll(spec.multiPoint());
        Map<String, Long> weights = new HashMap<>();
        long total = 0;
        for (ProfileSpec.Use use : uses) {
            if (plugins.get(use.name()) instanceof Score && !weights.containsKey(use.name())) {
                long weight = use.weight() == 0 ? 1 : use.weight();
                // Parity: getScoreWeights checks the running sum, so a negative weight passes if
                // the weights before it are large enough.
                if (weight * NodeScorer.MAX_SCORE > Long.MAX_VALUE - total) {
                    throw new IllegalArgumentException(
                            "score plugins: total score of Score plugins could overflow");
                }
                total += weight * NodeScorer.MAX_SCORE;
                weights.put(use.name(), weight);
            }
        }
        return weights;
    }

    private Plugin existing(ExtensionPoint point, String name) {
        Plugin plugin = plugins.get(name);
        if (plugin == null) {
            throw new IllegalArgumentException(
                    "%s \"%s\" does not exist".formatted(type(point), name));
        }
        return plugin;
    }

    private static IllegalArgumentException twice(ExtensionPoint point, String name) {
        return new IllegalArgumentException(
                "plugin \"%s\" already registered as \"%s\"".formatted(name, type(point)));
    }

    private static String type(ExtensionPoint point) {
        return point.label() + "Plugin";
    }
}
