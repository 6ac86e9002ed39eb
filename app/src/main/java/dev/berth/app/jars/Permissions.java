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

/// Checks whether other users can replace the code of a plugin: by writing to its files, or to a
/// parent folder, in which they could exchange the files. An owner can always write, so root or the
/// user of this process must own all of them.
final class Permissions {
    private static final int STICKY = 01000;

    /// The groups of root. Their members can harm root in other ways anyway; containers often add
    /// their user to one of them.
    private static final Set<String> OF_ROOT = Set.of("root", "wheel");

    private final Map<Looked, Optional<String>> known = new HashMap<>();
    private final UserPrincipal root;
    private final UserPrincipal self;

    /// @param self the user of this process
    Permissions(UserPrincipal root, UserPrincipal self) {
        this.root = root;
        this.self = self;
    }

    /// For the user of this process.
    static Permissions ours() throws IOException {
        UserPrincipalLookupService users = FileSystems.getDefault().getUserPrincipalLookupService();
        // A user can lack a name, especially in containers.
        Path process = Path.of("/proc/self");
        return new Permissions(
                users.lookupPrincipalByName("0"),
                Files.exists(process)
                        ? Files.getOwner(process)
                        : users.lookupPrincipalByName(System.getProperty("user.name")));
    }

    /// The problem of a folder or file or of one of its parent folders; the contents of a folder
    /// are not checked.
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

    /// The same, including the contents of a folder.
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
                    "%s belongs to %s, a user that can replace it; run: chown %s %s, or move the plugin to a directory that you own"
                            .formatted(path, owner.getName(), self.getName(), path));
        }
        Set<PosixFilePermission> permissions = attributes.permissions();
        String group = attributes.group().getName();
        boolean byAll = permissions.contains(PosixFilePermission.OTHERS_WRITE);
        // A group with the name of the owner contains only the owner.
        boolean trusted =
                OF_ROOT.contains(group) ? self.equals(root) : group.equals(owner.getName());
        boolean byGroup = permissions.contains(PosixFilePermission.GROUP_WRITE) && !trusted;
        if (!byAll && !byGroup || above && sticky(path)) {
            return Optional.empty();
        }
        return Optional.of(
                "%s is writable by %s (%s); run: chmod %s-w %s"
                        .formatted(
                                path,
                                byAll ? "all users" : "the group " + group,
                                PosixFilePermissions.toString(permissions),
                                byAll && byGroup ? "go" : byAll ? "o" : "g",
                                path));
    }

    /// In a sticky folder, all users can add files, but replace only their own.
    private static boolean sticky(Path folder) throws IOException {
        return Files.getAttribute(folder, "unix:mode") instanceof Integer mode
                && (mode & STICKY) != 0;
    }
}
