package dev.berth.app;

import dev.berth.model.SpellingSuggestion;

import picocli.CommandLine.UnmatchedArgumentException;

import java.util.List;
import java.util.Optional;

/// Suggests commands and options for a misspelled word.
final class Suggestions {
    private Suggestions() {}

    /// The line to print; empty if no known word is similar.
    static Optional<String> line(UnmatchedArgumentException unknown) {
        String command = unknown.getCommandLine().getCommandSpec().qualifiedName();
        String word = unknown.getUnmatched().getFirst();
        List<String> close =
                unknown.getSuggestions().stream()
                        .filter(each -> SpellingSuggestion.isClose(word, each))
                        .map(each -> each.startsWith("-") ? each : command + " " + each)
                        .toList();
        return close.isEmpty()
                ? Optional.empty()
                : Optional.of("Did you mean: " + String.join(" or ", close) + "?");
    }
}
