package dev.berth.testkit.conformance;

import java.util.regex.Pattern;

/// The first place at which two answers part.
///
/// @param path from the list of records down, such as `[0].nodes.n1.scores.NodeAffinity`
public record Difference(String path, String expected, String actual) {
    private static final Pattern NAMED =
            Pattern.compile("(?<=\\.nodes\\.|\\.candidates\\.)[^.\\[]+(\\.[^.\\[]*\\.example)?");

    /// The path without names and numbers: what kind of difference it is.
    public String kind() {
        return NAMED.matcher(path).replaceAll("*").replaceAll("\\[\\d+]", "[]");
    }

    @Override
    public String toString() {
        return path + ": expected " + expected + ", was " + actual;
    }
}
