package dev.berth.app.jars;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/// The SHA-256 digest of a jar, or of a folder: the digest of the lines that `sha256sum` prints for
/// its files, sorted by name.
public final class Digest {
    private Digest() {}

    public static String of(Path path) throws IOException {
        return Files.isDirectory(path) ? ofFolder(path) : hex(Files.readAllBytes(path));
    }

    /// The digest of a content.
    public static String of(byte[] content) {
        return hex(content);
    }

    private static String ofFolder(Path named) throws IOException {
        // The folder itself can be a link.
        Path folder = named.toRealPath();
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(Files::isRegularFile).sorted().toList();
        }
        var lines = new StringBuilder();
        for (Path file : files) {
            lines.append(hex(Files.readAllBytes(file)))
                    .append("  ")
                    .append(folder.relativize(file))
                    .append('\n');
        }
        return hex(lines.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static String hex(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
