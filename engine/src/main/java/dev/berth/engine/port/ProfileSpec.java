package dev.berth.engine.port;

import dev.berth.spi.ExtensionPoint;
import dev.berth.spi.Gates;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PluginProvider;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/// The configuration of a profile: its scheduler name, and the plugins at each extension point.
///
/// A plugin in `multiPoint` is enabled at every extension point that it implements, unless it is
/// disabled there; the list of an extension point adds plugins and determines their order.
///
/// @param makers create the plugins, by name
/// @param percentageOfNodesToScore 0 examines every node
/// @param checksAllFilters whether the remaining filters run on a rejected node, so that all
///   reasons are known
public record ProfileSpec(
        String schedulerName,
        Map<String, Function<PluginContext, Plugin>> makers,
        List<Use> multiPoint,
        Map<ExtensionPoint, PluginSet> points,
        int percentageOfNodesToScore,
        boolean checksAllFilters,
        Gates gates) {
    public ProfileSpec {
        makers = Map.copyOf(makers);
        multiPoint = List.copyOf(multiPoint);
        points = Map.copyOf(points);
        if (percentageOfNodesToScore < 0 || percentageOfNodesToScore > 100) {
            throw new IllegalArgumentException(
                    "percentageOfNodesToScore must be between 0 and 100, was "
                            + percentageOfNodesToScore);
        }
    }

    /// A plugin by name and the weight of its scores; a weight of 0 is unset.
    public record Use(String name, long weight) {}

    /// The configuration of one extension point.
    ///
    /// @param disabled plugins that `multiPoint` does not enable here; `*` means all
    public record PluginSet(List<Use> enabled, Set<String> disabled) {
        public static final PluginSet NONE = new PluginSet(List.of(), Set.of());

        public PluginSet {
            enabled = List.copyOf(enabled);
            disabled = Set.copyOf(disabled);
        }
    }

    public PluginSet at(ExtensionPoint point) {
        return points.getOrDefault(point, PluginSet.NONE);
    }

    /// The same profile with plugins that are created in another way.
    public ProfileSpec with(Map<String, Function<PluginContext, Plugin>> otherMakers) {
        return new ProfileSpec(
                schedulerName,
                otherMakers,
                multiPoint,
                points,
                percentageOfNodesToScore,
                checksAllFilters,
                gates);
    }

    public static Builder named(String schedulerName) {
        return new Builder(schedulerName);
    }

    /// Collects the plugins of a profile in order, each enabled at every extension point that it
    /// implements.
    public static final class Builder {
        private final String schedulerName;
        private final Map<String, Function<PluginContext, Plugin>> makers = new LinkedHashMap<>();
        private final List<Use> uses = new ArrayList<>();
        private final Map<ExtensionPoint, PluginSet> points = new EnumMap<>(ExtensionPoint.class);
        private int percentage;
        private boolean checksAllFilters;
        private Gates gates = gate -> false;

        private Builder(String schedulerName) {
            this.schedulerName = schedulerName;
        }

        /// Adds a plugin with its default arguments and weight 1.
        public Builder with(PluginProvider<?> provider) {
            return with(provider, 1);
        }

        public Builder with(PluginProvider<?> provider, long weight) {
            return add(provider, weight);
        }

        private <C extends Record> Builder add(PluginProvider<C> provider, long weight) {
            return with(
                    provider.name(),
                    context -> provider.create(provider.defaults(context.gates()), context),
                    weight);
        }

        public <C extends Record> Builder with(PluginProvider<C> provider, C args, long weight) {
            return with(provider.name(), context -> provider.create(args, context), weight);
        }

        public Builder with(String name, Function<PluginContext, Plugin> maker, long weight) {
            makers.put(name, maker);
            uses.add(new Use(name, weight));
            return this;
        }

        public Builder with(String name, Plugin plugin) {
            return with(name, context -> plugin, 1);
        }

        /// The configuration of one extension point, besides the plugins added here.
        public Builder at(ExtensionPoint point, PluginSet plugins) {
            points.put(point, plugins);
            return this;
        }

        public Builder percentageOfNodesToScore(int percentage) {
            this.percentage = percentage;
            return this;
        }

        /// Runs the remaining filters on rejected nodes, too, so that all reasons are known. This
        /// is slower.
        public Builder checkAllFilters(boolean all) {
            this.checksAllFilters = all;
            return this;
        }

        public Builder gates(Gates gates) {
            this.gates = gates;
            return this;
        }

        public ProfileSpec build() {
            return new ProfileSpec(
                    schedulerName, makers, uses, points, percentage, checksAllFilters, gates);
        }
    }
}
