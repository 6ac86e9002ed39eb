package dev.berth.engine.scenario;

import dev.berth.config.DefaultProfile;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.spi.Gates;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/// Profiles of the in-tree plugins, for tests.
public final class Profiles {
    private Profiles() {}

    public static ProfileSpec inTree() {
        return with(Map.of(), 0);
    }

    /// The in-tree plugins with these before them.
    public static ProfileSpec with(Map<String, Plugin> plugins, int percentageOfNodesToScore) {
        var profile = ProfileSpec.named("default-scheduler");
        plugins.forEach(profile::with);
        DefaultProfile.addTo(profile);
        return profile.percentageOfNodesToScore(percentageOfNodesToScore).build();
    }

    /// The in-tree plugins with one more before them.
    public static ProfileSpec with(String name, Plugin plugin) {
        return with(Map.of(name, plugin), 0);
    }

    /// The in-tree plugins with these before them, which need what plugins are given; under these
    /// gates.
    public static ProfileSpec making(
            Map<String, Function<PluginContext, Plugin>> makers, Gates gates) {
        var profile = ProfileSpec.named("default-scheduler");
        makers.forEach((name, maker) -> profile.with(name, maker, 1));
        DefaultProfile.addTo(profile);
        return profile.gates(gates).build();
    }

    /// The in-tree plugins, one of them made another way.
    public static ProfileSpec remaking(String name, Function<PluginContext, Plugin> maker) {
        var profile = ProfileSpec.named("default-scheduler");
        ProfileSpec defaultValue = DefaultProfile.spec();
        for (ProfileSpec.Use use : defaultValue.multiPoint()) {
            var made =
                    use.name().equals(name)
                            ? maker
                            : Objects.requireNonNull(defaultValue.makers().get(use.name()));
            profile.with(use.name(), made, use.weight());
        }
        return profile.gates(defaultValue.gates()).build();
    }

    /// Only these in-tree plugins, in their usual order, and what no profile can do without.
    public static ProfileSpec only(List<String> plugins) {
        return only("default-scheduler", plugins);
    }

    /// As [#only(List)], for the pods of another scheduler name.
    public static ProfileSpec only(String scheduler, List<String> plugins) {
        var profile = ProfileSpec.named(scheduler);
        ProfileSpec defaultValue = DefaultProfile.spec();
        for (ProfileSpec.Use use : defaultValue.multiPoint()) {
            if (plugins.contains(use.name())
                    || use.name().equals("PrioritySort")
                    || use.name().equals("DefaultBinder")) {
                var maker = Objects.requireNonNull(defaultValue.makers().get(use.name()));
                profile.with(use.name(), maker, use.weight());
            }
        }
        return profile.gates(defaultValue.gates()).build();
    }
}
