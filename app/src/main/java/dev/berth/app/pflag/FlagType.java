package dev.berth.app.pflag;

import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/// What a flag may be set to.
///
/// @param label how help calls it; empty for a switch
/// @param bare what the flag means without a value; empty if it needs one
/// @param parser of a text, with what earlier occurrences of the flag have given; throws
///   IllegalArgumentException with the reason
/// @param writer as the value is shown
public record FlagType<T>(
        String label,
        String bare,
        BiFunction<String, Optional<T>, T> parser,
        Function<T, String> writer) {
    /// The last occurrence counts.
    static <T> FlagType<T> of(
            String label, Function<String, T> parser, Function<T, String> writer) {
        return new FlagType<>(label, "", (text, _) -> parser.apply(text), writer);
    }

    boolean needsValue() {
        return bare.isEmpty();
    }
}
