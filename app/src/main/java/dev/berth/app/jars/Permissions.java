package dev.berth.app.jars;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Says whether others could put code of theirs in the place of a plugin: by writing to its files,
/// or to a folder above them, where they could be exchanged. Who owns one may write to it whenever
/// he likes, so all of them must be root's or our own.
final class Permissions {
    private static final int STICKY = 01000;

    /// The groups of root. Their members could do anything to him anyway; to others they could not,
    /// and containers put whoever they run into one.
    private static final Set<String> OF_ROOT = Set.of("root", "wheel");

    private final Map<Looked, Optional<String>> known = new HashMap<>();
    private final UserPrincipal root;
    private final UserPrincipal self;

    /// @param self who asks
    Permissions(UserPrincipal root, UserPrincipal self) {
        this.root = root;
        this.self = self;
    }

    /// Of this process.
    static Permissions ours() throws IOException {
        UserPrincipalLookupService users = FileSystems.getDefault().getUserPrincipalLookupService();
        // Users need not have names, least of all in containers.
        Path process = Path.of("/proc/self");
        return new Permissions(
                users.lookupPrincipalByName("0"),
                Files.exists(process)
                        ? Files.getOwner(process)
                        : users.lookupPrincipalByName(System.getProperty("user.name")));
    }

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

    private Optional<String> look(Path path, boolean above) throws IOException {
        var attributes = Files.readAttributes(path, PosixFileAttributes.class);
        UserPrincipal owner = attributes.owner();
        if (!owner.equals(root) && !owner.equals(self)) {
            return Optional.of(
                    "%s belongs to %s, who may exchange it; run: chown %s %s, or put the plugin into a folder that is yours"
                            .formatted(path, owner.getName(), self.getName(), path));
        }
        Set<PosixFilePermission> permissions = attributes.permissions();
        String group = attributes.group().getName();
        boolean byAll = permissions.contains(PosixFilePermission.OTHERS_WRITE);
        // A group named as the owner is the owner's own.
        boolean trusted =
                OF_ROOT.contains(group) ? self.equals(root) : group.equals(owner.getName());
        boolean byGroup = permissions.contains(PosixFilePermission.GROUP_WRITE) && !trusted;
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
