package dev.berth.app.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.app.cli.Failure;
import dev.berth.app.cli.ShellQuoting;
import dev.berth.app.embedded.EmbeddedCluster;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

class KubeconfigFileTest {
    @Test
    void aDefaultFileIsDeletedWithTheClusterAndReadableByItsOwnerOnly() throws IOException {
        Path file;
        try (var kubeconfig = KubeconfigFile.write("", "content")) {
            file = kubeconfig.file();
            assertThat(file).hasContent("content");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
        }
        assertThat(file.getParent()).doesNotExist();
    }

    @Test
    void theFolderOfAKilledProcessIsDeletedAndThatOfALivingOneStays(@TempDir Path folder)
            throws Exception {
        Path killed = Files.createDirectory(folder.resolve("berth-1-killed"));
        Files.createFile(killed.resolve("lock"));
        Files.writeString(killed.resolve("kubeconfig"), "old");
        Path unknown = Files.createDirectory(folder.resolve("berth-unknown"));
        Files.writeString(unknown.resolve("kubeconfig"), "of an older release");
        Path living = Files.createDirectory(folder.resolve("berth-1-living"));
        Path lock = Files.createFile(living.resolve("lock"));
        Process other =
                new ProcessBuilder(
                                ProcessHandle.current().info().command().orElseThrow(),
                                "-cp",
                                System.getProperty("java.class.path")
                                        + File.pathSeparator
                                        + System.getProperty("jdk.module.path", ""),
                                LockHolder.class.getName(),
                                lock.toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        try {
            assertThat(other.inputReader().readLine()).isEqualTo("locked");
            TemporaryFolder.deleteStale(folder);
            assertThat(killed).doesNotExist();
            assertThat(unknown).exists();
            assertThat(living).exists();
        } finally {
            other.destroyForcibly().waitFor();
        }
        TemporaryFolder.deleteStale(folder);
        assertThat(living).doesNotExist();
    }

    @Test
    void theFolderOfThisProcessStays(@TempDir Path folder) throws IOException {
        try (TemporaryFolder own = TemporaryFolder.create(folder)) {
            Files.writeString(own.kubeconfig(), "content");
            TemporaryFolder.deleteStale(folder);
            assertThat(own.kubeconfig()).hasContent("content");
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aFileThatWasNamedIsReplacedAndStays(@TempDir Path folder) throws IOException {
        Path named =
                Files.writeString(folder.resolve("config"), "users: [{name: berth-certificate}]");
        try (var kubeconfig = KubeconfigFile.write(named.toString(), "new")) {
            assertThat(kubeconfig.file()).isEqualTo(named);
        }
        assertThat(named).hasContent("new");
        assertThat(folder).isDirectoryNotContaining("glob:**.new");
    }

    @Test
    void aFileOfAnotherClusterStays(@TempDir Path folder) throws IOException {
        Path named = Files.writeString(folder.resolve("config"), "clusters: [{name: work}]");
        assertThatThrownBy(() -> KubeconfigFile.write(named.toString(), "new"))
                .hasMessage(
                        named
                                + " exists and does not belong to an embedded cluster; choose"
                                + " another file with --kubeconfig");
        assertThat(named).hasContent("clusters: [{name: work}]");
    }

    @Test
    void aMissingFolderIsReported(@TempDir Path folder) {
        Path nowhere = folder.resolve("none");
        assertThatThrownBy(() -> KubeconfigFile.check(nowhere.resolve("config").toString()))
                .isInstanceOf(Failure.class)
                .hasMessage(
                        "the directory %s of --kubeconfig does not exist; create it with mkdir -p %s"
                                .formatted(nowhere, nowhere));
    }

    @Test
    void aFileOfAClusterThatIsUpStaysUntilThatEnds(@TempDir Path folder) throws IOException {
        Path named = folder.resolve("config");
        String content;
        try (EmbeddedCluster cluster = EmbeddedCluster.builder().still().start()) {
            content = cluster.api().kubeconfig();
            Files.writeString(named, content);
            assertThatThrownBy(() -> KubeconfigFile.write(named.toString(), "new"))
                    .isInstanceOf(Failure.class)
                    .hasMessage(
                            named
                                    + " belongs to the embedded cluster at "
                                    + cluster.api().url()
                                    + ", which is still running; stop that cluster, or choose"
                                    + " another file with --kubeconfig");
            assertThat(named).hasContent(content);
        }
        try (var kubeconfig = KubeconfigFile.write(named.toString(), "new")) {
            assertThat(kubeconfig.file()).hasContent("new");
        }
    }

    @Test
    void whatIsCopiedIntoAShellIsOneWord() {
        assertThat(ShellQuoting.word("/tmp/berth-1/kubeconfig"))
                .isEqualTo("/tmp/berth-1/kubeconfig");
        assertThat(ShellQuoting.word("/tmp/my directory/it's"))
                .isEqualTo("'/tmp/my directory/it'\\''s'");
    }
}
