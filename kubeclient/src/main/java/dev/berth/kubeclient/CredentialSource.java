package dev.berth.kubeclient;

import dev.berth.model.FileProblem;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Base64;

/// A certificate, a key or a token, either inline or in a file that can change.
///
/// @param what the field name for messages
/// @param data takes precedence over the file; empty if there is none
public record CredentialSource(String what, String data, String file) {
    static CredentialSource none(String what) {
        return new CredentialSource(what, "", "");
    }

    /// @param base64 the data of a kubeconfig
    /// @throws IllegalArgumentException if the data is not valid base64
    static CredentialSource of(String what, String base64, String file) {
        if (base64.isEmpty()) {
            return new CredentialSource(what, "", file);
        }
        return new CredentialSource(
                what,
                new String(
                        Base64.getDecoder().decode(base64.replaceAll("\\s", "")),
                        StandardCharsets.UTF_8),
                "");
    }

    public boolean given() {
        return !data.isEmpty() || !file.isEmpty();
    }

    /// Returns the current content; empty if there is none.
    ///
    /// @throws IllegalArgumentException if the file cannot be read
    public String text() {
        if (!data.isEmpty() || file.isEmpty()) {
            return data;
        }
        try {
            return Files.readString(Path.of(file));
        } catch (IOException | InvalidPathException e) {
            throw new IllegalArgumentException(
                    "%s: file %s cannot be read: %s".formatted(what, file, FileProblem.reason(e)),
                    e);
        }
    }

    /// Does not contain the secret.
    @Override
    public String toString() {
        return what + (file.isEmpty() ? data.isEmpty() ? " (none)" : " (given)" : " in " + file);
    }
}
