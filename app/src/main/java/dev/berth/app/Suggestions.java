package dev.berth.app;

import dev.berth.config.SpellingSuggestion;

import picocli.CommandLine.UnmatchedArgumentException;

import java.util.List;
import java.util.Optional;

/// What may have been meant by a word that is not known.
final class Suggestions {
    private Suggestions() {}

    /// What to ask the user; nothing if nothing is close.
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
