package dev.berth.app.up;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;

/// The folder of a temporary kubeconfig. It contains a file that the process keeps locked. The
/// operating system releases the lock when the process ends in any way, so that a later process can
/// delete the folder.
final class TemporaryFolder implements AutoCloseable {
    private static final String KUBECONFIG = "kubeconfig";
    private static final String LOCK = "lock";
    private static final String PREFIX = "berth-";

    private final Path folder;
    private final FileChannel channel;

    private TemporaryFolder(Path folder, FileChannel channel) {
        this.folder = folder;
        this.channel = channel;
    }

    static TemporaryFolder create(Path parent) throws IOException {
        Path folder = Files.createTempDirectory(parent, ofProcess());
        Path unlocked = folder.resolve(LOCK + ".new");
        FileChannel channel =
                FileChannel.open(unlocked, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try {
            var _ = channel.lock();
            // The file gets its name when it is locked: other processes never find it unlocked.
            Files.move(unlocked, folder.resolve(LOCK), StandardCopyOption.ATOMIC_MOVE);
            return new TemporaryFolder(folder, channel);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private static String ofProcess() {
        return PREFIX + ProcessHandle.current().pid() + "-";
    }

    Path kubeconfig() {
        return folder.resolve(KUBECONFIG);
    }

    /// Deletes the folders of processes that ended without deleting them.
    static void deleteStale(Path parent) throws IOException {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, PREFIX + "*")) {
            for (Path folder : folders) {
                // Closing another channel of a file would release the lock of this process.
                if (!String.valueOf(folder.getFileName()).startsWith(ofProcess())
                        && Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                        && Files.isRegularFile(folder.resolve(LOCK), LinkOption.NOFOLLOW_LINKS)) {
                    deleteIfStale(folder);
                }
            }
        }
    }

    private static void deleteIfStale(Path folder) {
        try (FileChannel channel =
                        FileChannel.open(folder.resolve(LOCK), StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            if (lock != null) {
                delete(folder);
            }
        } catch (IOException | OverlappingFileLockException othersFolder) {
            // It belongs to another user, or its process is running.
        }
    }

    private static void delete(Path folder) throws IOException {
        for (String file : List.of(KUBECONFIG, KUBECONFIG + ".new", LOCK)) {
            Files.deleteIfExists(folder.resolve(file));
        }
        Files.deleteIfExists(folder);
    }

    @Override
    public void close() {
        try (channel) {
            delete(folder);
        } catch (IOException stays) {
            // The kubeconfig of a stopped cluster is useless and harmless.
        }
    }
}
