package dev.berth.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.it.docs.BannedWords;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The Go programs of the conformance module use the same words as the Java code and the
/// documentation, in comments, strings and identifiers.
class GoVocabularyTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final BannedWords BANNED = BannedWords.load();

    private static final Pattern COMMENT_OR_STRING =
            Pattern.compile(
                    "//(?<line>[^\\n]*)|/\\*(?<block>[\\s\\S]*?)\\*/"
                            + "|`(?<raw>[^`]*)`|\"(?<text>(?:[^\"\\\\\\n]|\\\\.)*+)\""
                            + "|'(?:[^'\\\\\\n]|\\\\.)++'");

    /// Identifiers of the oracle, of which other projects have copies.
    private static final Set<String> ALLOWED = Set.of("ask");

    @Test
    void noGoSourceUsesABannedWord() throws IOException {
        List<Path> sources = sources();
        assertThat(sources).hasSizeGreaterThan(30);
        var problems = new ArrayList<String>();
        for (Path source : sources) {
            problems(Files.readString(source))
                    .forEach(each -> problems.add(ROOT.relativize(source) + ": " + each));
        }
        assertThat(problems).isEmpty();
    }

    @Test
    void commentsStringsAndIdentifiersAreRead() {
        assertThat(problems("// There is no\n// room.\nvar a = 1")).hasSize(1);
        assertThat(problems("/* no room */ var a = 1")).hasSize(1);
        assertThat(problems("log(\"no room \\\" left\", `x`)")).hasSize(1);
        assertThat(problems("log(`no\nroom`)")).hasSize(1);
        assertThat(problems("freeRoom := 'x'")).hasSize(1);
        assertThat(problems("// unless\n// told")).hasSize(2);
        assertThat(problems("// A broom.\nbroom := \"broom\"")).isEmpty();
    }

    private static List<String> problems(String source) {
        var comments = new StringBuilder();
        var problems = new ArrayList<String>();
        Matcher matcher = COMMENT_OR_STRING.matcher(source);
        var code = new StringBuilder();
        while (matcher.find()) {
            matcher.appendReplacement(code, " ");
            for (String group : List.of("line", "block")) {
                if (matcher.group(group) != null) {
                    comments.append(matcher.group(group)).append('\n');
                }
            }
            for (String group : List.of("raw", "text")) {
                if (matcher.group(group) != null) {
                    problems.addAll(BANNED.in(matcher.group(group)));
                }
            }
        }
        matcher.appendTail(code);
        problems.addAll(BANNED.in(comments.toString()));
        Map<String, String> words = bannedIdentifiers();
        for (String identifier : Identifiers.in(code.toString())) {
            if (!ALLOWED.contains(identifier)) {
                Identifiers.words(identifier).stream()
                        .filter(words::containsKey)
                        .map(word -> "%s, use: %s".formatted(identifier, words.get(word)))
                        .forEach(problems::add);
            }
        }
        return problems;
    }

    /// The words that neither identifiers nor texts use.
    private static Map<String, String> bannedIdentifiers() {
        var words = new HashMap<>(BANNED.replacements());
        words.putAll(BannedWords.read(VocabularyTest.class, "banned-identifiers.txt"));
        return words;
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT.resolve("conformance"))) {
            return files.filter(path -> path.toString().endsWith(".go")).sorted().toList();
        }
    }
}
