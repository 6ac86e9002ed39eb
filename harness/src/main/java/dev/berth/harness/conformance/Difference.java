package dev.berth.harness.conformance;

import java.util.regex.Pattern;

/// The first difference between two results.
///
/// @param path the path from the list of records, such as `[0].nodes.n1.scores.NodeAffinity`
public record Difference(String path, String expected, String actual) {
    private static final Pattern NAMED =
            Pattern.compile("(?<=\\.nodes\\.|\\.candidates\\.)[^.\\[]+(\\.[^.\\[]*\\.example)?");

    private static final Pattern FIRST_WORDS = Pattern.compile("^((\\S+\\s+){0,4}\\S+).*$");

    /// The kind of difference: the path without names and numbers, and the first words of a text.
    public String kind() {
        String place = NAMED.matcher(path).replaceAll("*").replaceAll("\\[\\d+]", "[]");
        return place.endsWith(".message")
                ? place
                        + " "
                        + FIRST_WORDS.matcher(expected).replaceFirst("$1").replaceAll("\\d+", "#")
                : place;
    }

    @Override
    public String toString() {
        return path + ": expected " + expected + ", was " + actual;
    }
}
