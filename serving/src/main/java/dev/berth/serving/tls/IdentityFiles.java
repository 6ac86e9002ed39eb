package dev.berth.serving.tls;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.engine.port.Clock;
import dev.berth.engine.port.Log;
import dev.berth.model.FileProblem;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;

/// A certificate and a key in two files, read again when they have changed. Whoever replaces them
/// does so one after the other, so a pair that does not fit is no reason to end: the old one is
/// kept until the next look.
final class IdentityFiles {
    private static final long BETWEEN_LOOKS = Duration.ofSeconds(1).toNanos();

    private final String certificateFile;
    private final String keyFile;
    private final Clock clock;
    private final Log log;

    private String certificate;
    private String key;
    private TlsIdentity current;
    private long lastLook;
    private String lastProblem = "";

    /// @throws IllegalArgumentException if there is no pair in the files now
    IdentityFiles(String certificateFile, String keyFile, Clock clock, Log log) {
        this.certificateFile = certificateFile;
        this.keyFile = keyFile;
        this.clock = clock;
        this.log = log;
        try {
            certificate = read(certificateFile);
            key = read(keyFile);
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        current = TlsIdentity.of(certificateFile, certificate, keyFile, key);
        lastLook = clock.nowNanos();
    }

    /// Files are small and looked at when somebody connects, so they are compared as a whole: times
    /// of files lie where volumes are swapped by links.
    synchronized TlsIdentity current() {
        long now = clock.nowNanos();
        if (now - lastLook >= BETWEEN_LOOKS) {
            lastLook = now;
            look();
        }
        return current;
    }

    private void look() {
        try {
            String newCertificate = read(certificateFile);
            String newKey = read(keyFile);
            if (!newCertificate.equals(certificate) || !newKey.equals(key)) {
                current = TlsIdentity.of(certificateFile, newCertificate, keyFile, newKey);
                certificate = newCertificate;
                key = newKey;
                log.info(
                        2,
                        "Loaded serving cert",
                        "certFile",
                        certificateFile,
                        "notAfter",
                        current.own().getNotAfter().toInstant());
            }
            lastProblem = "";
        } catch (IOException | IllegalArgumentException e) {
            String problem = String.valueOf(e.getMessage());
            if (!problem.equals(lastProblem)) {
                lastProblem = problem;
                log.error(
                        e,
                        "The serving cert changed but cannot be used, keeping the old one",
                        "certFile",
                        certificateFile,
                        "keyFile",
                        keyFile);
            }
        }
    }

    private static String read(String file) throws IOException {
        try {
            return Files.readString(Path.of(file), UTF_8);
        } catch (InvalidPathException | IOException e) {
            throw new IOException(
                    "%s cannot be read: %s".formatted(file, FileProblem.reason(e)), e);
        }
    }
}
