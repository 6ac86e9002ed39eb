package dev.berth.it.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The pages people read, and the folder all their paths begin at.
final class Docs {
    static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private Docs() {}

    /// Every Markdown file at the top and below `docs`.
    static List<Path> pages() {
        try (Stream<Path> top = Files.list(ROOT);
                Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            return Stream.concat(top, docs)
                    .filter(path -> path.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    static String text(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    static String name(Path path) {
        return ROOT.relativize(path).toString();
    }
}
