package dev.berth.app.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// Converts the value of an option that takes one of a few words, such as an output format. The
/// words are the names of the constants in lower case.
public final class WordConverter<E extends Enum<E>> implements ITypeConverter<E> {
    private final E[] constants;

    public WordConverter(Class<E> type) {
        constants = type.getEnumConstants();
    }

    @Override
    public E convert(String word) {
        for (E constant : constants) {
            if (word(constant).equals(word)) {
                return constant;
            }
        }
        throw new TypeConversionException("must be %s, was '%s'".formatted(words(), word));
    }

    private String words() {
        List<String> words = Stream.of(constants).map(WordConverter::word).toList();
        return String.join(", ", words.subList(0, words.size() - 1)) + " or " + words.getLast();
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
