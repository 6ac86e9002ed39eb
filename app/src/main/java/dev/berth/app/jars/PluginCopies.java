package dev.berth.app.jars;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Private copies of plugins: what is checked cannot change before it is loaded, or while it is in
/// use. They are in a temporary directory that only the user of this process can read, and are
/// deleted when the process ends.
final class PluginCopies {
    private final Path directory;
    private int number;

    PluginCopies() throws IOException {
        directory = Files.createTempDirectory("berth-plugins");
        directory.toFile().deleteOnExit();
    }

    /// A copy of a jar or a folder, with its name. Links to files become files.
    Path of(Path source) throws IOException {
        Path parent = Files.createDirectory(directory.resolve(Integer.toString(number++)));
        parent.toFile().deleteOnExit();
        Path copy = parent.resolve(source.getFileName());
        if (!Files.isDirectory(source)) {
            copy(source, copy);
            return copy;
        }
        Path folder = source.toRealPath();
        create(copy);
        List<Path> inside;
        try (Stream<Path> all = Files.walk(folder)) {
            inside = all.filter(path -> !path.equals(folder)).sorted().toList();
        }
        for (Path path : inside) {
            Path target = copy.resolve(folder.relativize(path).toString());
            if (Files.isRegularFile(path)) {
                copy(path, target);
            } else if (Files.isDirectory(path)) {
                create(target);
            }
        }
        return copy;
    }

    private static void create(Path directory) throws IOException {
        Files.createDirectory(directory);
        directory.toFile().deleteOnExit();
    }

    private static void copy(Path file, Path target) throws IOException {
        Files.copy(file, target);
        target.toFile().deleteOnExit();
    }
}
