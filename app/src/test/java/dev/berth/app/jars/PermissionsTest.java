package dev.berth.app.jars;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;

class PermissionsTest {
    private @TempDir Path temp;
    private Path plugins = Path.of("");

    @BeforeEach
    void makeFolder() throws IOException {
        plugins = Files.createDirectory(temp.toRealPath().resolve("plugins"));
        mode("rwxr-xr-x");
    }

    private void mode(String permissions) throws IOException {
        Files.setPosixFilePermissions(plugins, PosixFilePermissions.fromString(permissions));
    }

    private UserPrincipal user(String name) throws IOException {
        return plugins.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(name);
    }

    @Test
    void whatIsOursIsFine() throws IOException {
        assertThat(Permissions.ours().problem(plugins)).isEmpty();
    }

    @Test
    void aFileOfAnotherUserIsNotTrusted() throws IOException {
        var permissions = new Permissions(user("54322"), user("54321"));

        assertThat(permissions.problem(plugins))
                .contains(
                        "%s belongs to %s, a user that can replace it; run: chown 54321 %s, or move the plugin to a directory that you own"
                                .formatted(plugins, Files.getOwner(plugins).getName(), plugins));
    }

    @Test
    void aFileBelowAFolderOfAnotherUserIsNotTrusted() throws IOException {
        assumeThat(Files.getOwner(plugins)).isEqualTo(user("root"));
        Path below = Files.createDirectory(plugins.resolve("below"));
        Files.setOwner(plugins, user("54321"));

        assertThat(Permissions.ours().problem(below).orElse(""))
                .startsWith(plugins + " belongs to 54321");
        assertThat(new Permissions(user("root"), user("54321")).problem(below)).isEmpty();
    }

    @Test
    void theGroupOfRootIsTrustedByRootAlone() throws IOException {
        UserPrincipal root = user("root");
        var attributes = Files.readAttributes(plugins, PosixFileAttributes.class);
        assumeThat(attributes.owner()).isEqualTo(root);
        assumeThat(attributes.group().getName()).isEqualTo("root");
        mode("rwxrwxr-x");

        assertThat(new Permissions(root, root).problem(plugins)).isEmpty();
        assertThat(new Permissions(root, user("54321")).problem(plugins))
                .contains(
                        "%s is writable by the group root (rwxrwxr-x); run: chmod g-w %s"
                                .formatted(plugins, plugins));
    }
}
