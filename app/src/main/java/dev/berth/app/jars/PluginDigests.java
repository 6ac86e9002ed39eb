package dev.berth.app.jars;

import dev.berth.model.FileProblem;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The digests of the plugins that may be loaded.
///
/// @param allowed SHA-256 digests in hexadecimal; empty if every plugin may be loaded
public record PluginDigests(Optional<Set<String>> allowed) {
    /// Every plugin may be loaded.
    public static final PluginDigests ANY = new PluginDigests(Optional.empty());

    private static final Pattern DIGEST = Pattern.compile("(?:sha256:)?([0-9a-fA-F]{64})");
    private static final Pattern LINE = Pattern.compile("([0-9a-fA-F]{64})(?:\\s.*)?");

    public PluginDigests {
        allowed = allowed.map(Set::copyOf);
    }

    /// @param digests as `sha256:HEX` or `HEX`
    /// @param files in the format of `sha256sum`: a digest, blanks and a name on each line
    /// @throws IllegalArgumentException if a digest or a line is invalid, or a file cannot be read
    public static PluginDigests of(List<String> digests, List<Path> files) {
        if (digests.isEmpty() && files.isEmpty()) {
            return ANY;
        }
        var allowed = new TreeSet<String>();
        for (String digest : digests) {
            Matcher matcher = DIGEST.matcher(digest.strip());
            if (!matcher.matches()) {
                throw new IllegalArgumentException(
                        "--plugin-digest must be sha256: and 64 hexadecimal digits, was '%s'"
                                .formatted(digest));
            }
            allowed.add(matcher.group(1).toLowerCase(Locale.ROOT));
        }
        files.forEach(file -> read(file, allowed));
        return new PluginDigests(Optional.of(allowed));
    }

    private static void read(Path file, Set<String> into) {
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "--plugin-digests %s: cannot be read: %s"
                            .formatted(file, FileProblem.reason(e)),
                    e);
        }
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            Matcher matcher = LINE.matcher(line);
            if (!matcher.matches()) {
                throw new IllegalArgumentException(
                        "--plugin-digests %s:%d: '%s' is not a line of sha256sum; write 64 hexadecimal digits, two blanks and a name"
                                .formatted(file, i + 1, line));
            }
            into.add(matcher.group(1).toLowerCase(Locale.ROOT));
        }
    }

    /// Whether only some plugins may be loaded.
    boolean given() {
        return allowed.isPresent();
    }

    /// Why a plugin with this digest may not be loaded; empty if it may.
    Optional<String> problem(Path source, String digest) {
        return allowed.filter(known -> !known.contains(digest))
                .map(_ ->
                        "its SHA-256 digest is not listed; if you trust it, add the line '%s  %s' to the file of --plugin-digests"
                                .formatted(digest, source.getFileName()));
    }
}
