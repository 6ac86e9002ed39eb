package dev.berth.spi;

/// Creates a plugin from its arguments (kube-scheduler: `PluginFactory`). A jar lists its providers
/// under `META-INF/services`.
///
/// The engine converts `pluginConfig[].args` of the configuration to a `C`: each record component
/// is the field of the same name. The type of a component is `int`, `long`, `double`, `boolean`,
/// `String`, an enum (the constant `MOST_ALLOCATED` is written `MostAllocated`), a `Duration`
/// (`1m30s`), another record, or a `List`, a `Map` with string keys, or an `Optional` of these. A
/// missing field of `args` has the value from [#defaults(Gates)]. A missing field of a nested
/// record is zero, empty or false; a compact constructor can replace this value.
///
/// @param <C> the arguments: a public record whose components are the fields of the configuration
public interface PluginProvider<C extends Record> {
    /// The name of the plugin in configurations, messages and metrics.
    String name();

    /// The arguments of a plugin that the configuration does not configure.
    C defaults();

    /// The default arguments, where they depend on feature gates.
    default C defaults(Gates on) {
        return defaults();
    }

    /// Validates the arguments. Adds every problem to `out`, not only the first.
    default void check(C config, Gates on, Problems out) {}

    /// Creates the plugin for one profile. Called when the scheduler starts, and when it loads a
    /// new configuration.
    Plugin create(C config, PluginContext context);

    /// The arguments of a plugin without arguments.
    record NoArgs() {
        public static final NoArgs NONE = new NoArgs();
    }
}
