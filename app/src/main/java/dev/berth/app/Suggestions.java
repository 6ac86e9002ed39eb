package dev.berth.app;

import picocli.CommandLine.UnmatchedArgumentException;

import java.util.List;
import java.util.Optional;

/// What may have been meant by a word that is not known.
final class Suggestions {
    /// Two letters may be wrong, but not half of a word.
    private static final int MOST_WRONG = 2;

    private Suggestions() {}

    /// What to ask the user; nothing if nothing is close.
    static Optional<String> line(UnmatchedArgumentException unknown) {
        String command = unknown.getCommandLine().getCommandSpec().qualifiedName();
        String word = unknown.getUnmatched().getFirst();
        List<String> close =
                unknown.getSuggestions().stream()
                        .filter(each -> isClose(word, each))
                        .map(each -> each.startsWith("-") ? each : command + " " + each)
                        .toList();
        return close.isEmpty()
                ? Optional.empty()
                : Optional.of("Did you mean: " + String.join(" or ", close) + "?");
    }

    private static boolean isClose(String word, String known) {
        int wrong = distance(word, known);
        return wrong <= MOST_WRONG && 2 * wrong < known.length();
    }

    /// How many letters must be put in, taken away or changed.
    private static int distance(String from, String to) {
        int[] above = new int[to.length() + 1];
        for (int column = 0; column <= to.length(); column++) {
            above[column] = column;
        }
        for (int row = 1; row <= from.length(); row++) {
            int[] now = new int[to.length() + 1];
            now[0] = row;
            for (int column = 1; column <= to.length(); column++) {
                int changed = from.charAt(row - 1) == to.charAt(column - 1) ? 0 : 1;
                now[column] =
                        Math.min(
                                above[column - 1] + changed,
                                1 + Math.min(above[column], now[column - 1]));
            }
            above = now;
        }
        return above[to.length()];
    }
}
