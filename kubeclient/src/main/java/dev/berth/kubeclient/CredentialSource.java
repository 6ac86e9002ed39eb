package dev.berth.kubeclient;

import dev.berth.model.FileProblem;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Base64;

/// A certificate, a key or a token: given as it is, or in a file that may change.
///
/// @param what it is called in messages
/// @param data wins over the file; empty if there is none
public record CredentialSource(String what, String data, String file) {
    static CredentialSource none(String what) {
        return new CredentialSource(what, "", "");
    }

    /// @param base64 as kubeconfigs hold data
    /// @throws IllegalArgumentException if it is not
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

    /// What it says now; empty if nothing was given.
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

    /// Without what is secret.
    @Override
    public String toString() {
        return what + (file.isEmpty() ? data.isEmpty() ? " (none)" : " (given)" : " in " + file);
    }
}
