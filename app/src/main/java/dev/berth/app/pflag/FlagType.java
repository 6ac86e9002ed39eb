package dev.berth.app.pflag;

import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/// The type of a flag.
///
/// @param label the name of the type in the help; empty for a switch
/// @param bare the value of the flag if none is given; empty if the flag needs a value
/// @param parser parses a value, given the value of earlier occurrences of the flag; throws
///   IllegalArgumentException with the reason
/// @param writer the text of a value
public record FlagType<T>(
        String label,
        String bare,
        BiFunction<String, Optional<T>, T> parser,
        Function<T, String> writer) {
    /// A type whose last occurrence on the command line counts.
    static <T> FlagType<T> of(
            String label, Function<String, T> parser, Function<T, String> writer) {
        return new FlagType<>(label, "", (text, _) -> parser.apply(text), writer);
    }

    boolean needsValue() {
        return bare.isEmpty();
    }
}
