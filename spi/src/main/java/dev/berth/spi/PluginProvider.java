package dev.berth.spi;

/// Makes a plugin from its arguments. A jar lists its providers under `META-INF/services`.
///
/// What a configuration says under `args` becomes a `C` by itself: each component is the field of
/// that name. It may be an `int`, `long`, `double` or `boolean`, a `String`, an enum (its constant
/// `MOST_ALLOCATED` is written `MostAllocated`), a `Duration` (`1m30s`), a record again, or a
/// `List`, a `Map` from names or an `Optional` of these. A field of `args` that is not given keeps
/// the value of [#defaults(Gates)]; one further inside is zero, empty or false, which a compact
/// constructor may change.
///
/// @param <C> the arguments: a public record whose components are the fields of the configuration
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
