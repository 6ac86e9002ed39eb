package dev.berth.app.up;

import dev.berth.app.cli.ExitCode;
import dev.berth.app.cli.Failure;
import dev.berth.app.cli.ShellQuoting;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;

/// Where clients read how to reach the embedded cluster. Others than its owner may not read it, and
/// it goes with the cluster, unless its place was named.
final class KubeconfigFile implements AutoCloseable {
    // The name of a user that nobody else's has.
    private static final String OURS = "berth-certificate";

    private final Path file;
    private final boolean ours;

    private KubeconfigFile(Path file, boolean ours) {
        this.file = file;
        this.ours = ours;
    }

    /// Whether it could be written there.
    ///
    /// @param named where to write it; empty for a new folder
    /// @throws Failure if not, with the way out
    static void check(String named) {
        if (named.isEmpty()) {
            return;
        }
        Path file = Path.of(named).toAbsolutePath();
        Path folder = Objects.requireNonNullElse(file.getParent(), file);
        if (!Files.isDirectory(folder)) {
            throw new Failure(
                    ExitCode.USAGE,
                    "there is no folder %s for --kubeconfig; make it with mkdir -p %s"
                            .formatted(folder, ShellQuoting.word(folder.toString())));
        }
        if (!Files.exists(file)) {
            return;
        }
        if (!isOurs(file)) {
            throw new Failure(
                    ExitCode.USAGE,
                    "%s is there and not of an embedded cluster; it stays, name another file with --kubeconfig"
                            .formatted(file));
        }
        Liveness.of(file)
                .ifPresent(server -> {
                    throw new Failure(
                            ExitCode.USAGE,
                            "%s is of the embedded cluster at %s, which is still up; end that one, or name another file with --kubeconfig"
                                    .formatted(file, server));
                });
    }

    private static boolean isOurs(Path file) {
        try {
            return Files.readString(file).contains(OURS);
        } catch (IOException unreadable) {
            return false;
        }
    }

    /// @param named where to write it; empty for a new folder
    /// @throws Failure if it cannot be written
    static KubeconfigFile write(String named, String content) {
        check(named);
        try {
            Path file =
                    named.isEmpty()
                            ? Files.createTempDirectory("berth-").resolve("kubeconfig")
                            : Path.of(named).toAbsolutePath();
            Path beside = file.resolveSibling(file.getFileName() + ".new");
            Files.deleteIfExists(beside);
            Files.createFile(
                    beside,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rw-------")));
            Files.writeString(beside, content);
            Files.move(
                    beside,
                    file,
                    StandardCopyOption.REPLACE_EXISTING,
                    StandardCopyOption.ATOMIC_MOVE);
            return new KubeconfigFile(file, named.isEmpty());
        } catch (IOException | UnsupportedOperationException e) {
            throw new Failure(
                    "cannot write the kubeconfig to %s: %s; name another file with --kubeconfig"
                            .formatted(named.isEmpty() ? "a temporary folder" : named, e));
        }
    }

    Path file() {
        return file;
    }

    @Override
    public void close() {
        if (ours) {
            try {
                Files.deleteIfExists(file);
                Files.deleteIfExists(file.getParent());
            } catch (IOException stays) {
                // It is of no use to anybody, but does no harm.
            }
        }
    }
}
