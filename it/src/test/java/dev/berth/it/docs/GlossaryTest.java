package dev.berth.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The glossary names types that exist, in the package that it names.
class GlossaryTest {
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final String PACKAGE = "dev.berth";

    /// A type of the glossary, possibly with a member or a nested type, and its package.
    private record Entry(String name, String inPackage) {
        String type() {
            return name.split("\\.", 2)[0];
        }

        Optional<String> member() {
            return name.contains(".")
                    ? Optional.of(name.substring(name.lastIndexOf('.') + 1))
                    : Optional.empty();
        }

        Path source() {
            return Path.of(inPackage.replace('.', '/'), type() + ".java");
        }
    }

    @Test
    void everyTypeOfTheGlossaryExists() {
        List<Entry> entries = entries(Docs.text(Docs.ROOT.resolve("docs/glossary.md")));
        assertThat(entries).hasSizeGreaterThan(100);
        assertThat(entries.stream().filter(entry -> !exists(entry))).isEmpty();
    }

    @Test
    void aTypeIsFoundInItsPackageOnly() {
        assertThat(exists(new Entry("Prose", "dev.berth.it.docs"))).isTrue();
        assertThat(exists(new Entry("Prose.Fragment", "dev.berth.it.docs"))).isTrue();
        assertThat(exists(new Entry("Prose", "dev.berth.it"))).isFalse();
        assertThat(exists(new Entry("Prose.Chapter", "dev.berth.it.docs"))).isFalse();
    }

    @Test
    void rowsWithoutAPackageNameNoType() {
        assertThat(
                        entries(
                                """
                                | `Upstream` | `Prose`, `Docs.text` | `dev.berth.it.docs` | words |
                                | oracle | | | a program (`conformance/oracle`) |
                                """))
                .containsExactly(
                        new Entry("Prose", "dev.berth.it.docs"),
                        new Entry("Docs.text", "dev.berth.it.docs"));
    }

    private static List<Entry> entries(String glossary) {
        var entries = new ArrayList<Entry>();
        for (String line : glossary.lines().toList()) {
            String[] cells = line.split("\\|", -1);
            if (cells.length < 5 || !cells[3].contains(PACKAGE)) {
                continue;
            }
            String inPackage = code(cells[3]).getFirst();
            code(cells[2]).forEach(name -> entries.add(new Entry(name, inPackage)));
        }
        return entries;
    }

    private static List<String> code(String cell) {
        return CODE.matcher(cell).results().map(match -> match.group(1)).toList();
    }

    /// In the sources of any module, tests included.
    private static boolean exists(Entry entry) {
        try (Stream<Path> modules = Files.list(Docs.ROOT)) {
            return modules.flatMap(module ->
                            Stream.of("main", "test")
                                    .map(kind -> module.resolve("src").resolve(kind)))
                    .map(kind -> kind.resolve("java").resolve(entry.source()))
                    .anyMatch(source -> Files.isRegularFile(source) && contains(source, entry));
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    private static boolean contains(Path source, Entry entry) {
        return entry.member()
                .map(member ->
                        Pattern.compile("\\b" + Pattern.quote(member) + "\\b")
                                .matcher(Docs.text(source))
                                .find())
                .orElse(true);
    }
}
