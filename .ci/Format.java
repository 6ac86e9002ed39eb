import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/// Checks or formats every Java file of the project with google-java-format.
///
/// The build (`check`) and `.ci/format` (`write`) start this source file in the root folder of the
/// project. Both read only the files that changed since the last success, whose time is that of
/// `target/format/VERSION`. This file contains the class path, so that `.ci/format` does not need
/// Maven. A failed check creates `target/format/failed`, and the build then stops.
final class Format {
    private static final Path MEMORY = Path.of("target", "format");
    private static final Path FAILED = MEMORY.resolve("failed");
    private static final FileTime EVER = FileTime.fromMillis(0);

    private Format() {}

    public static void main(String[] args) throws IOException {
        boolean check = args[0].equals("check");
        Path passed = MEMORY.resolve(args[1]);
        FileTime start = now();
        Files.createDirectories(MEMORY);
        Files.deleteIfExists(FAILED);
        List<String> changed =
                sources(Files.exists(passed) ? Files.getLastModifiedTime(passed) : EVER);
        if (!(check ? check(changed) : write(changed))) {
            Files.createFile(FAILED);
            System.exit(10);
        }
        Files.writeString(passed, System.getProperty("java.class.path") + "\n");
        Files.setLastModifiedTime(passed, start);
    }

    private static boolean check(List<String> files) {
        return run(files, "--dry-run", "--set-exit-if-changed");
    }

    /// The output of the formatter is not always stable, so changed files are formatted again.
    private static boolean write(List<String> changed) throws IOException {
        List<String> files = changed;
        for (int looks = 0; looks < 4 && !files.isEmpty(); looks++) {
            FileTime start = now();
            if (!run(files, "--replace")) {
                return false;
            }
            files = sources(start);
        }
        return true;
    }

    private static boolean run(List<String> files, String... flags) {
        String[] args =
                Stream.of(Stream.of("--aosp"), Stream.of(flags), files.stream())
                        .flatMap(words -> words)
                        .toArray(String[]::new);
        ToolProvider formatter = ToolProvider.findFirst("google-java-format").orElseThrow();
        return files.isEmpty() || formatter.run(System.out, System.err, args) == 0;
    }

    private static FileTime now() {
        return FileTime.fromMillis(System.currentTimeMillis());
    }

    private static List<String> sources(FileTime since) throws IOException {
        try (Stream<Path> folders = Files.list(Path.of(""))) {
            return Stream.concat(
                            Stream.of(Path.of(".ci"), Path.of("examples")),
                            folders.map(folder -> folder.resolve("src")))
                    .filter(Files::isDirectory)
                    .flatMap(Format::filesUnder)
                    .filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> file.toFile().lastModified() >= since.toMillis())
                    .map(Path::toString)
                    .sorted()
                    .toList();
        }
    }

    private static Stream<Path> filesUnder(Path folder) {
        try {
            return Files.walk(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
