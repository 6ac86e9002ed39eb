package dev.berth.app.jars;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.config.FeatureGates;
import dev.berth.config.PluginRegistry;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;

class PluginDigestsTest {
    private @TempDir Path temp;
    private Path plugins = Path.of("");

    @BeforeEach
    void makeFolder() throws IOException {
        plugins = Files.createDirectory(temp.resolve("plugins"));
    }

    private PluginJars.Loaded load(List<String> digests, Path... files) {
        return PluginJars.load(
                List.of(plugins),
                PluginRegistry.inTree().all(),
                FeatureGates.DEFAULT,
                PluginDigests.of(digests, List.of(files)));
    }

    @Test
    void aListedJarIsLoaded() throws IOException {
        Path jar = TestJar.plugin("Cost", "").write(plugins.resolve("cost.jar"));
        PluginJars.Loaded loaded = load(List.of("sha256:" + Digest.of(jar)));
        assertThat(loaded.problems()).isEmpty();
        JarPlugin plugin = loaded.plugins().getFirst();
        assertThat(plugin.source()).isEqualTo(jar);
        assertThat(plugin.digest()).isEqualTo(Digest.of(jar));
    }

    @Test
    void aJarThatIsNotListedIsAProblemWithTheLineToAdd() throws IOException {
        Path jar = TestJar.plugin("Cost", "").write(plugins.resolve("cost.jar"));
        PluginJars.Loaded loaded = load(List.of("0".repeat(64)));
        assertThat(loaded.plugins()).isEmpty();
        assertThat(loaded.problems())
                .containsExactly(
                        "%s: its SHA-256 digest is not listed; if you trust it, add the line '%s  cost.jar' to the file of --plugin-digests"
                                .formatted(jar, Digest.of(jar)));
    }

    @Test
    void theOutputOfSha256sumIsAList() throws IOException {
        Path jar = TestJar.plugin("Cost", "").write(plugins.resolve("cost.jar"));
        Path list =
                Files.writeString(
                        temp.resolve("plugins.sha256"),
                        "# trusted\n\n%s *cost.jar\n"
                                .formatted(Digest.of(jar).toUpperCase(Locale.ROOT)));
        assertThat(load(List.of(), list).problems()).isEmpty();
    }

    @Test
    void anEmptyListAllowsNoPlugin() throws IOException {
        TestJar.plugin("Cost", "").write(plugins.resolve("cost.jar"));
        Path list = Files.writeString(temp.resolve("plugins.sha256"), "");
        assertThat(load(List.of(), list).problems()).hasSize(1);
    }

    @Test
    void aFolderIsListedWithItsDigestAlsoThroughALink() throws IOException {
        Path folder = Files.createDirectory(temp.resolve("cost"));
        TestJar.plugin("Cost", "").write(folder.resolve("cost.jar"));
        Files.createDirectory(folder.resolve("data"));
        Files.writeString(folder.resolve("data").resolve("file"), "text");
        Files.createSymbolicLink(plugins.resolve("cost"), folder);
        assertThat(Digest.of(plugins.resolve("cost"))).isEqualTo(Digest.of(folder));

        PluginJars.Loaded loaded = load(List.of(Digest.of(folder)));
        assertThat(loaded.problems()).isEmpty();
        assertThat(loaded.plugins().getFirst().digest()).isEqualTo(Digest.of(folder));

        Files.writeString(folder.resolve("data").resolve("file"), "other");
        assertThat(load(List.of(loaded.plugins().getFirst().digest())).problems()).hasSize(1);
    }

    @Test
    void aChangeAfterTheCheckDoesNotReachTheLoadedPlugin() throws Exception {
        Path jar = TestJar.plugin("Cost", "").write(plugins.resolve("cost.jar"));
        JarPlugin plugin = load(List.of(Digest.of(jar))).plugins().getFirst();

        Files.writeString(jar, "something else");

        var loader = (URLClassLoader) plugin.provider().getClass().getClassLoader();
        Path loaded = Path.of(loader.getURLs()[0].toURI());
        assertThat(loaded).isNotEqualTo(jar);
        assertThat(Digest.of(loaded)).isEqualTo(plugin.digest());
        Path directory = loaded.resolve("../..").normalize();
        assertThat(Files.getPosixFilePermissions(directory))
                .containsExactlyInAnyOrderElementsOf(PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void invalidDigestsAndLinesAreReported() throws IOException {
        assertThatThrownBy(() -> PluginDigests.of(List.of("md5:12"), List.of()))
                .hasMessage(
                        "--plugin-digest must be sha256: and 64 hexadecimal digits, was 'md5:12'");
        Path list = Files.writeString(temp.resolve("list"), "# one\n12  cost.jar\n");
        assertThatThrownBy(() -> PluginDigests.of(List.of(), List.of(list)))
                .hasMessage(
                        "--plugin-digests %s:2: '12  cost.jar' is not a line of sha256sum; write 64"
                                + " hexadecimal digits, two blanks and a name",
                        list);
        assertThatThrownBy(() -> PluginDigests.of(List.of(), List.of(temp.resolve("none"))))
                .hasMessage(
                        "--plugin-digests %s: cannot be read: no such file or directory",
                        temp.resolve("none"));
    }
}
