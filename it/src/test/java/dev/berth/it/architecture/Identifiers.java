package dev.berth.it.architecture;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The identifiers of a Java source file, and the words that an identifier consists of.
final class Identifiers {
    private static final Pattern TEXT =
            Pattern.compile(
                    "//[^\\n]*|/\\*[\\s\\S]*?\\*/"
                            + "|\"\"\"(?:[^\\\\\"]|\\\\.|\"(?!\"\"))*+\"\"\""
                            + "|\"(?:[^\"\\\\\\n]|\\\\.)*+\"|'(?:[^'\\\\\\n]|\\\\.)++'");
    private static final Pattern IDENTIFIER =
            Pattern.compile("(?<![\\w$])[A-Za-z_][\\w$]*", Pattern.UNICODE_CASE);
    private static final Pattern WORD = Pattern.compile("[A-Z]?[a-z]+|[A-Z]+(?![a-z])");

    private Identifiers() {}

    /// All identifiers and keywords of `source`; comments and literals contain none.
    static Set<String> in(String source) {
        String code = TEXT.matcher(source).replaceAll(" ");
        var found = new TreeSet<String>();
        Matcher identifiers = IDENTIFIER.matcher(code);
        while (identifiers.find()) {
            found.add(identifiers.group());
        }
        return found;
    }

    /// `releaseRoom2` and `RELEASE_ROOM` are `release` and `room`.
    static List<String> words(String identifier) {
        var words = new ArrayList<String>();
        Matcher matcher = WORD.matcher(identifier);
        while (matcher.find()) {
            words.add(matcher.group().toLowerCase(Locale.ROOT));
        }
        return words;
    }
}
