package dev.berth.app.up;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// A process that locks a file until it is killed.
final class LockHolder {
    private LockHolder() {}

    public static void main(String[] args) throws IOException {
        try (FileChannel channel = FileChannel.open(Path.of(args[0]), StandardOpenOption.WRITE)) {
            var _ = channel.lock();
            System.out.println("locked");
            var _ = System.in.read();
        }
    }
}
