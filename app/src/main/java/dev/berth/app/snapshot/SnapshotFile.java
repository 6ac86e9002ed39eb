package dev.berth.app.snapshot;

import dev.berth.app.cli.Failure;
import dev.berth.model.FileProblem;
import dev.berth.model.json.Json;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/// A file with a list of objects, one per line. Only its owner can read it. The file appears when
/// it is complete.
final class SnapshotFile implements AutoCloseable {
    private final Path file;
    private final Path beside;
    private final OutputStream out;
    private boolean first = true;

    /// @throws Failure if the file cannot be written
    SnapshotFile(Path file, String resourceVersion) {
        this.file = file.toAbsolutePath();
        this.beside = this.file.resolveSibling(this.file.getFileName() + ".new");
        try {
            Files.deleteIfExists(beside);
            Files.createFile(
                    beside,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rw-------")));
            out = new BufferedOutputStream(Files.newOutputStream(beside), 1 << 16);
            Json metadata = Json.Obj.EMPTY.with("resourceVersion", resourceVersion);
            text(
                    "{\"apiVersion\":\"v1\",\"kind\":\"List\",\"metadata\":%s,\"items\":["
                            .formatted(metadata.text()));
        } catch (IOException | UnsupportedOperationException e) {
            throw new Failure("cannot write %s: %s".formatted(file, FileProblem.reason(e)));
        }
    }

    private void text(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    /// @throws UncheckedIOException if the file cannot be written
    void add(Json.Obj object) {
        try {
            text(first ? "\n" : ",\n");
            first = false;
            object.writeTo(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Puts the complete file into its place. Returns its size in bytes.
    long complete() throws IOException {
        text("\n]}\n");
        out.close();
        Files.move(
                beside, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        return Files.size(file);
    }

    /// Deletes the file if it is not complete.
    @Override
    public void close() throws IOException {
        out.close();
        Files.deleteIfExists(beside);
    }
}
