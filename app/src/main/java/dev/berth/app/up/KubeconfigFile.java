package dev.berth.app.up;

import dev.berth.app.cli.ExitCode;
import dev.berth.app.cli.Failure;
import dev.berth.app.cli.ShellQuoting;
import dev.berth.model.FileProblem;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Optional;

/// The kubeconfig of the embedded cluster. Only its owner can read it. A temporary file is deleted
/// with the cluster.
final class KubeconfigFile implements AutoCloseable {
    // A user name that no other kubeconfig contains.
    private static final String OURS = "berth-certificate";

    private final Path file;
    private final Optional<TemporaryFolder> folder;

    private KubeconfigFile(Path file, Optional<TemporaryFolder> folder) {
        this.file = file;
        this.folder = folder;
    }

    /// Checks whether the file can be written.
    ///
    /// @param named the file; empty for a temporary file
    /// @throws Failure if it cannot, with the remedy
    static void check(String named) {
        if (named.isEmpty()) {
            return;
        }
        Path file = Path.of(named).toAbsolutePath();
        Path folder = Objects.requireNonNullElse(file.getParent(), file);
        if (!Files.isDirectory(folder)) {
            throw new Failure(
                    ExitCode.USAGE,
                    "the directory %s of --kubeconfig does not exist; create it with mkdir -p %s"
                            .formatted(folder, ShellQuoting.word(folder.toString())));
        }
        if (!Files.exists(file)) {
            return;
        }
        if (!isOurs(file)) {
            throw new Failure(
                    ExitCode.USAGE,
                    "%s exists and does not belong to an embedded cluster; choose another file with --kubeconfig"
                            .formatted(file));
        }
        Liveness.of(file)
                .ifPresent(server -> {
                    throw new Failure(
                            ExitCode.USAGE,
                            "%s belongs to the embedded cluster at %s, which is still running; stop that cluster, or choose another file with --kubeconfig"
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

    /// @param named the file; empty for a temporary file
    /// @throws Failure if it cannot be written
    static KubeconfigFile write(String named, String content) {
        check(named);
        if (!named.isEmpty()) {
            Path file = Path.of(named).toAbsolutePath();
            write(file, named, content);
            return new KubeconfigFile(file, Optional.empty());
        }
        TemporaryFolder folder;
        try {
            Path parent = Path.of(System.getProperty("java.io.tmpdir"));
            TemporaryFolder.deleteStale(parent);
            folder = TemporaryFolder.create(parent);
        } catch (IOException e) {
            throw unwritten("a temporary directory", e);
        }
        write(folder.kubeconfig(), "a temporary directory", content);
        return new KubeconfigFile(folder.kubeconfig(), Optional.of(folder));
    }

    private static void write(Path file, String named, String content) {
        try {
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
        } catch (IOException | UnsupportedOperationException e) {
            throw unwritten(named, e);
        }
    }

    private static Failure unwritten(String where, Exception e) {
        return new Failure(
                "cannot write the kubeconfig to %s: %s; choose another file with --kubeconfig"
                        .formatted(where, FileProblem.reason(e)));
    }

    Path file() {
        return file;
    }

    @Override
    public void close() {
        folder.ifPresent(TemporaryFolder::close);
    }
}
