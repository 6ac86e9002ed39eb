package dev.berth.it.docs;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The words that text and identifiers do not use, with their replacements, from
/// `banned-words.txt`; and the phrases in which such a word has its ordinary meaning, from
/// `allowed-phrases.txt`.
///
/// Words match as a whole and in any case. A word with a hyphen before or after it is another word.
public final class BannedWords {
    private static final String ARROW = " -> ";

    private final Map<String, String> replacements;
    private final Map<String, Pattern> patterns;
    private final List<Pattern> allowed;

    BannedWords(Map<String, String> replacements, Set<String> allowed) {
        this.replacements = replacements;
        this.patterns = new LinkedHashMap<>();
        replacements.keySet().forEach(word -> patterns.put(word, wholeWords(word)));
        this.allowed = allowed.stream().map(BannedWords::wholeWords).toList();
    }

    /// The words and phrases of the project.
    public static BannedWords load() {
        return new BannedWords(read(BannedWords.class, "banned-words.txt"), allowedPhrases());
    }

    /// The phrases of the project in which a banned word is right.
    static Set<String> allowedPhrases() {
        return read(BannedWords.class, "allowed-phrases.txt").keySet();
    }

    /// The banned words with what to use instead.
    public Map<String, String> replacements() {
        return Map.copyOf(replacements);
    }

    /// What is wrong with a text: each banned word in it, with its replacement.
    public List<String> in(String text) {
        String rest = text;
        for (Pattern phrase : allowed) {
            rest = phrase.matcher(rest).replaceAll("");
        }
        var found = new ArrayList<String>();
        for (Map.Entry<String, Pattern> word : patterns.entrySet()) {
            Matcher matcher = word.getValue().matcher(rest);
            while (matcher.find()) {
                found.add(
                        "\"%s\", use: %s"
                                .formatted(matcher.group(), replacements.get(word.getKey())));
            }
        }
        return found;
    }

    private static Pattern wholeWords(String words) {
        String sequence =
                String.join(
                        "\\s+", List.of(words.split(" ")).stream().map(Pattern::quote).toList());
        return Pattern.compile("(?<![\\w-])" + sequence + "(?![\\w-])", Pattern.CASE_INSENSITIVE);
    }

    /// The entries of a file `word -> use instead` in the package of `owner`.
    public static Map<String, String> read(Class<?> owner, String file) {
        try (InputStream in = owner.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("missing resource " + file);
            }
            return entriesOf(new String(in.readAllBytes(), UTF_8));
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    static Map<String, String> entriesOf(String text) {
        var entries = new LinkedHashMap<String, String>();
        for (String line : text.lines().toList()) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            int arrow = line.indexOf(ARROW);
            if (arrow < 0) {
                throw new IllegalArgumentException("expected \"word -> use instead\": " + line);
            }
            if (entries.put(line.substring(0, arrow), line.substring(arrow + ARROW.length()))
                    != null) {
                throw new IllegalArgumentException("duplicate entry: " + line);
            }
        }
        return entries;
    }
}
