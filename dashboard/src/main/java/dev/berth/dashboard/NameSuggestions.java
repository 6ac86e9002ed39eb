package dev.berth.dashboard;

import dev.berth.answers.AnswerText;
import dev.berth.model.SpellingSuggestion;

import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/// Suggests existing names for an unknown one.
final class NameSuggestions {
    private static final int MAX = 3;

    private NameSuggestions() {}

    /// The end of a message: the closest name, or the names that begin with the unknown one; empty
    /// if there are none.
    static String of(String unknown, Collection<String> known) {
        return text(
                Stream.concat(
                        SpellingSuggestion.of(unknown, known.stream()).stream(),
                        known.stream().filter(each -> each.startsWith(unknown)).sorted()));
    }

    static String text(Stream<String> names) {
        List<String> some = names.distinct().limit(MAX).map("\"%s\""::formatted).toList();
        return some.isEmpty() ? "" : "; did you mean %s?".formatted(AnswerText.either(some));
    }
}
