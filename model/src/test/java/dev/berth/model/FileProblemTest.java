package dev.berth.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

class FileProblemTest {
    @TempDir private Path folder;

    private static String reasonFor(Path file) {
        return FileProblem.reason(
                catchThrowableOfType(IOException.class, () -> Files.readString(file)));
    }

    @Test
    void problemsHaveTheWordingOfAShell() throws IOException {
        assertThat(reasonFor(folder.resolve("none"))).isEqualTo("no such file or directory");
        assertThat(reasonFor(folder)).isEqualTo("is a directory");
        Path bytes = Files.write(folder.resolve("bytes"), new byte[] {(byte) 0xff, 'a'});
        assertThat(reasonFor(bytes)).isEqualTo("it is not text in UTF-8");
        assertThat(FileProblem.reason(new AccessDeniedException("secret")))
                .isEqualTo("permission denied");
        assertThat(FileProblem.reason(new InvalidPathException("a", "Nul character not allowed")))
                .isEqualTo("nul character not allowed");
    }

    @Test
    void otherExceptionsAreNamed() {
        assertThat(FileProblem.reason(new FileSystemException("a")))
                .isEqualTo("FileSystemException");
        assertThat(FileProblem.reason(new FileSystemException("a", null, "Too many links")))
                .isEqualTo("too many links");
        assertThat(FileProblem.reason(new IOException())).isEqualTo("IOException");
    }
}
