package dev.berth.config;

import dev.berth.engine.port.ExtenderSpec;
import dev.berth.plugins.InTreePlugins;
import dev.berth.spi.PluginProvider;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/// The plugins a configuration may name.
public final class PluginRegistry {
    private final Map<String, PluginProvider<?>> providers = new LinkedHashMap<>();

    /// @throws IllegalArgumentException if two have the same name, or one a name that is reserved
    public PluginRegistry(Collection<? extends PluginProvider<?>> providers) {
        for (PluginProvider<?> provider : providers) {
            if (provider.name().equals(ExtenderSpec.REJECTOR)) {
                throw new IllegalArgumentException(
                        "the name %s of %s is taken: pods that extenders refuse wait for it; choose another"
                                .formatted(ExtenderSpec.REJECTOR, provider.getClass().getName()));
            }
            PluginProvider<?> other = this.providers.putIfAbsent(provider.name(), provider);
            if (other != null) {
                throw new IllegalArgumentException(
                        "two plugins are named %s: %s and %s; take one of the jars away"
                                .formatted(
                                        provider.name(),
                                        other.getClass().getName(),
                                        provider.getClass().getName()));
            }
        }
    }

    /// The plugins that come with the scheduler.
    public static PluginRegistry inTree() {
        return new PluginRegistry(InTreePlugins.providers());
    }

    /// Those and what else is on the module path or the class path.
    public static PluginRegistry installed() {
        List<PluginProvider<?>> found = new ArrayList<>(InTreePlugins.providers());
        for (PluginProvider<?> provider : ServiceLoader.load(PluginProvider.class)) {
            // As modules, the in-tree plugins are services too.
            if (found.stream().noneMatch(known -> known.getClass() == provider.getClass())) {
                found.add(provider);
            }
        }
        return new PluginRegistry(found);
    }

    Optional<PluginProvider<?>> find(String name) {
        return Optional.ofNullable(providers.get(name));
    }

    public Collection<PluginProvider<?>> all() {
        return Collections.unmodifiableCollection(providers.values());
    }

    /// These plugins and more.
    ///
    /// @throws IllegalArgumentException as the constructor
    public PluginRegistry with(Collection<? extends PluginProvider<?>> more) {
        List<PluginProvider<?>> together = new ArrayList<>(all());
        together.addAll(more);
        return new PluginRegistry(together);
    }
}
