package dev.berth.model;

import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/// Suggests a known word for an unknown one.
public final class SpellingSuggestion {
    /// Up to two letters can differ, but less than half of the word.
    private static final int MAX_WRONG = 2;

    private SpellingSuggestion() {}

    /// The closest similar word; the first one of several.
    public static Optional<String> of(String word, Stream<String> known) {
        return known.filter(each -> isClose(word, each))
                .min(Comparator.comparingInt(each -> distance(word, each)));
    }

    public static boolean isClose(String word, String known) {
        int wrong = distance(word, known);
        return wrong <= MAX_WRONG && 2 * wrong < known.length();
    }

    /// The number of letters to insert, delete or replace.
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
