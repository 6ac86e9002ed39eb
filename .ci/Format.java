import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/// Checks or rewrites the layout of every Java file of the project, with google-java-format.
///
/// Started as a source file, by the build (`check`) and by `.ci/format` (`write`), in the root
/// folder of the project. A check looks only at files changed since the last check that passed: the
/// time of that one is the time of `target/format/VERSION`. That file holds the class path, so that
/// `.ci/format` can do without Maven. A check that fails leaves `target/format/failed`, on which
/// the build stops.
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
        if (!(check ? check(passed) : write())) {
            Files.createFile(FAILED);
            System.exit(10);
        }
        Files.writeString(passed, System.getProperty("java.class.path") + "\n");
        Files.setLastModifiedTime(passed, start);
    }

    private static boolean check(Path passed) throws IOException {
        return run(
                Files.exists(passed) ? sources(Files.getLastModifiedTime(passed)) : sources(EVER),
                "--dry-run",
                "--set-exit-if-changed");
    }

    /// The formatter is not done with what it changed, now and then: a second look settles it.
    private static boolean write() throws IOException {
        List<String> files = sources(EVER);
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
