package dev.berth.spi;

/// Makes a plugin from its arguments. A jar lists its providers under `META-INF/services`.
///
/// @param <C> the arguments: a record whose components are the fields of the configuration
public interface PluginProvider<C extends Record> {
    /// The name in configurations, messages and metrics.
    String name();

    C defaults();

    default C defaults(Gates on) {
        return defaults();
    }

    /// Reports everything that is wrong with `config`.
    default void check(C config, Gates on, Problems out) {}

    Plugin create(C config, PluginContext context);

    /// Arguments of a plugin that takes none.
    record NoArgs() {
        public static final NoArgs NONE = new NoArgs();
    }
}
