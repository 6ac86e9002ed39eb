package dev.berth.app.jars;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Says whether others could put code of theirs in the place of a plugin: by writing to its files,
/// or to a folder above them, where they could be exchanged.
final class Permissions {
    private static final int STICKY = 01000;

    /// A group whose members could do anything anyway.
    private static final Set<String> ALMIGHTY = Set.of("root", "wheel");

    private final Map<Looked, Optional<String>> known = new HashMap<>();

    /// What is wrong with a folder or file, or with a folder above it; what is in it is not looked
    /// at.
    Optional<String> problem(Path path) throws IOException {
        Path real = path.toRealPath();
        if (!Files.getFileStore(real).supportsFileAttributeView("posix")) {
            return Optional.empty();
        }
        Optional<String> problem = of(real, false);
        for (Path above = real.getParent();
                problem.isEmpty() && above != null;
                above = above.getParent()) {
            problem = of(above, true);
        }
        return problem;
    }

    /// The same, and what is wrong with anything inside.
    Optional<String> problemInside(Path path) throws IOException {
        try (Stream<Path> inside = Files.walk(path.toRealPath())) {
            for (Path one : (Iterable<Path>) inside::iterator) {
                Optional<String> problem = problem(one);
                if (problem.isPresent()) {
                    return problem;
                }
            }
        }
        return Optional.empty();
    }

    private record Looked(Path path, boolean above) {}

    private Optional<String> of(Path path, boolean above) throws IOException {
        var looked = new Looked(path, above);
        Optional<String> problem = known.get(looked);
        if (problem == null) {
            problem = look(path, above);
            known.put(looked, problem);
        }
        return problem;
    }

    private static Optional<String> look(Path path, boolean above) throws IOException {
        var attributes = Files.readAttributes(path, PosixFileAttributes.class);
        Set<PosixFilePermission> permissions = attributes.permissions();
        String group = attributes.group().getName();
        boolean byAll = permissions.contains(PosixFilePermission.OTHERS_WRITE);
        // A group named as the owner is the owner's own.
        boolean byGroup =
                permissions.contains(PosixFilePermission.GROUP_WRITE)
                        && !group.equals(attributes.owner().getName())
                        && !ALMIGHTY.contains(group);
        if (!byAll && !byGroup || above && sticky(path)) {
            return Optional.empty();
        }
        return Optional.of(
                "%s can be written to by %s (%s); run: chmod %s-w %s"
                        .formatted(
                                path,
                                byAll ? "everybody" : "the group " + group,
                                PosixFilePermissions.toString(permissions),
                                byAll && byGroup ? "go" : byAll ? "o" : "g",
                                path));
    }

    /// In such a folder everybody may add files, but exchange only his own.
    private static boolean sticky(Path folder) throws IOException {
        return Files.getAttribute(folder, "unix:mode") instanceof Integer mode
                && (mode & STICKY) != 0;
    }
}
