package dev.berth.config;

import dev.berth.devices.DynamicResources;
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

/// The plugins that a configuration can use.
public final class PluginRegistry {
    private final Map<String, PluginProvider<?>> providers = new LinkedHashMap<>();

    /// @throws IllegalArgumentException if two plugins have the same name, or a plugin has a
    ///   reserved name
    public PluginRegistry(Collection<? extends PluginProvider<?>> providers) {
        for (PluginProvider<?> provider : providers) {
            if (provider.name().equals(ExtenderSpec.REJECTOR)) {
                throw new IllegalArgumentException(
                        "the plugin name %s of %s is reserved for pods that extenders reject; use another name"
                                .formatted(ExtenderSpec.REJECTOR, provider.getClass().getName()));
            }
            PluginProvider<?> other = this.providers.putIfAbsent(provider.name(), provider);
            if (other != null) {
                throw new IllegalArgumentException(
                        "two plugins have the name %s: %s and %s; remove one of the jars"
                                .formatted(
                                        provider.name(),
                                        other.getClass().getName(),
                                        provider.getClass().getName()));
            }
        }
    }

    private static List<PluginProvider<?>> inTreeProviders() {
        List<PluginProvider<?>> providers = new ArrayList<>(InTreePlugins.providers());
        providers.add(new DynamicResources.Provider());
        return providers;
    }

    /// The plugins that are part of Berth.
    public static PluginRegistry inTree() {
        return new PluginRegistry(inTreeProviders());
    }

    /// The in-tree plugins and all providers on the module path or class path.
    public static PluginRegistry installed() {
        List<PluginProvider<?>> found = new ArrayList<>(inTreeProviders());
        for (PluginProvider<?> provider : ServiceLoader.load(PluginProvider.class)) {
            // On the module path, the in-tree plugins are services, too.
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

    /// This registry with more plugins.
    ///
    /// @throws IllegalArgumentException as the constructor
    public PluginRegistry with(Collection<? extends PluginProvider<?>> more) {
        List<PluginProvider<?>> together = new ArrayList<>(all());
        together.addAll(more);
        return new PluginRegistry(together);
    }
}
