package dev.berth.engine.port;

import dev.berth.spi.ExtensionPoint;
import dev.berth.spi.Gates;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PluginProvider;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/// What a profile shall consist of: its scheduler name and its plugins in order.
///
/// @param percentageOfNodesToScore 0 examines every node
public record ProfileSpec(
        String schedulerName, List<Entry> plugins, int percentageOfNodesToScore, Gates gates) {
    public ProfileSpec {
        plugins = List.copyOf(plugins);
        if (percentageOfNodesToScore < 0 || percentageOfNodesToScore > 100) {
            throw new IllegalArgumentException(
                    "percentageOfNodesToScore must be between 0 and 100, was "
                            + percentageOfNodesToScore);
        }
    }

    /// A plugin to be made, the weight of its scores, and the extension points at which it stays
    /// out.
    public record Entry(
            String name,
            Function<PluginContext, Plugin> maker,
            long weight,
            Set<ExtensionPoint> disabledAt) {
        public Entry {
            if (weight <= 0) {
                throw new IllegalArgumentException(
                        "plugin " + name + ": weight must be positive, was " + weight);
            }
            disabledAt = Set.copyOf(disabledAt);
        }
    }

    public static Builder named(String schedulerName) {
        return new Builder(schedulerName);
    }

    /// Collects the plugins of a profile in order.
    public static final class Builder {
        private final String schedulerName;
        private final List<Entry> entries = new ArrayList<>();
        private int percentage;
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
            entries.add(new Entry(name, maker, weight, Set.of()));
            return this;
        }

        public Builder with(String name, Plugin plugin) {
            return with(name, context -> plugin, 1);
        }

        public Builder percentageOfNodesToScore(int percentage) {
            this.percentage = percentage;
            return this;
        }

        public Builder gates(Gates gates) {
            this.gates = gates;
            return this;
        }

        public ProfileSpec build() {
            return new ProfileSpec(schedulerName, entries, percentage, gates);
        }
    }
}
