package dev.berth.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import static java.util.stream.Collectors.groupingBy;

import dev.berth.it.docs.BannedWords;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// Identifiers use Kubernetes' nouns and ordinary engineering words: `banned-identifiers.txt` lists
/// the words that they do not use, and each type of the main code has a name of its own.
class VocabularyTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /// Names of the JDK and of libraries, and words in another meaning.
    private static final Set<String> ALLOWED =
            Set.of(
                    // java.util.concurrent.locks.LockSupport
                    "parkNanos");

    @Test
    void noIdentifierUsesABannedWord() throws IOException {
        Map<String, String> banned =
                BannedWords.read(VocabularyTest.class, "banned-identifiers.txt");
        var wrong = new ArrayList<String>();
        int read = 0;
        for (Path source : sources()) {
            read++;
            for (String identifier : Identifiers.in(Files.readString(source))) {
                if (!ALLOWED.contains(identifier)) {
                    bannedIn(identifier, banned)
                            .forEach(word -> wrong.add(offence(source, identifier, word, banned)));
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(read).isGreaterThan(1000);
    }

    @Test
    void everySimpleNameOfTheMainCodeBelongsToOneType() throws IOException {
        Map<String, List<Path>> types =
                sources().stream()
                        .filter(path -> path.toString().contains("/src/main/java/"))
                        .filter(path -> !ROOT.relativize(path).startsWith("examples"))
                        .filter(path -> !path.toString().endsWith("-info.java"))
                        .collect(groupingBy(path -> path.getFileName().toString()));
        assertThat(types).hasSizeGreaterThan(1000);
        assertThat(types.entrySet().stream().filter(type -> type.getValue().size() > 1)).isEmpty();
    }

    @Test
    void aBannedWordIsFoundInEveryFormOfIdentifier() {
        Map<String, String> banned = Map.of("room", "capacity");
        assertThat(Stream.of("room", "Room", "freeRoom", "NO_ROOM", "roomOf2", "XMLRoom"))
                .allSatisfy(name -> assertThat(bannedIn(name, banned)).containsExactly("room"));
        assertThat(Stream.of("broom", "rooms", "roomy", "mushroom"))
                .allSatisfy(name -> assertThat(bannedIn(name, banned)).isEmpty());
    }

    @Test
    void commentsAndLiteralsContainNoIdentifiers() {
        assertThat(
                        Identifiers.in(
                                "int a = 'b'; // c\n"
                                        + "/* d */ var e = \"f \\\" g\" + \"\"\"\n"
                                        + "h \" i\"\"\";"))
                .containsExactly("a", "e", "int", "var");
    }

    private static List<String> bannedIn(String identifier, Map<String, String> banned) {
        return Identifiers.words(identifier).stream().filter(banned::containsKey).toList();
    }

    private static String offence(
            Path source, String identifier, String word, Map<String, String> banned) {
        return "%s: %s contains \"%s\", use: %s"
                .formatted(ROOT.relativize(source), identifier, word, banned.get(word));
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(path -> path.toString().endsWith(".java"))
                    .filter(path -> path.toString().contains("/src/"))
                    .filter(path -> !path.toString().contains("/target/"))
                    .filter(path -> !path.toString().contains("/node_modules/"))
                    .filter(path -> !ROOT.relativize(path).toString().startsWith("."))
                    .toList();
        }
    }
}
