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

    private Format() {}

    public static void main(String[] args) throws IOException {
        boolean check = args[0].equals("check");
        Path passed = MEMORY.resolve(args[1]);
        FileTime now = FileTime.fromMillis(System.currentTimeMillis());
        FileTime since =
                check && Files.exists(passed)
                        ? Files.getLastModifiedTime(passed)
                        : FileTime.fromMillis(0);
        List<String> files = sources(since);
        Files.createDirectories(MEMORY);
        Files.deleteIfExists(FAILED);
        if (!files.isEmpty() && run(check, files) != 0) {
            Files.createFile(FAILED);
            System.exit(10);
        }
        Files.writeString(passed, System.getProperty("java.class.path") + "\n");
        Files.setLastModifiedTime(passed, now);
    }

    private static int run(boolean check, List<String> files) {
        Stream<String> flags =
                check
                        ? Stream.of("--aosp", "--dry-run", "--set-exit-if-changed")
                        : Stream.of("--aosp", "--replace");
        ToolProvider formatter = ToolProvider.findFirst("google-java-format").orElseThrow();
        return formatter.run(
                System.out,
                System.err,
                Stream.concat(flags, files.stream()).toArray(String[]::new));
    }

    private static List<String> sources(FileTime since) throws IOException {
        try (Stream<Path> folders = Files.list(Path.of(""))) {
            return Stream.concat(
                            Stream.of(Path.of(".ci")), folders.map(folder -> folder.resolve("src")))
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
