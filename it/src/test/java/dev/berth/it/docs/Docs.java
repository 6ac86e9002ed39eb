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

    /// Every Markdown file of the project.
    static List<Path> markdown() {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(path -> path.toString().endsWith(".md"))
                    .filter(path -> !isGenerated(ROOT.relativize(path)))
                    .sorted()
                    .toList();
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    /// Directories of builds, of libraries and of tools, which may contain other projects' pages.
    private static boolean isGenerated(Path path) {
        for (Path part : path) {
            String name = part.toString();
            if (name.equals("target") || name.equals("node_modules") || name.startsWith(".")) {
                return true;
            }
        }
        return false;
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
