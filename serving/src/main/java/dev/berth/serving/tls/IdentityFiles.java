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

/// A certificate and a key in two files, which are read again when they change. The two files are
/// replaced one after the other, so a pair that does not match is ignored, and the previous pair
/// stays in use until the next check.
final class IdentityFiles {
    private static final long CHECK_INTERVAL = Duration.ofSeconds(1).toNanos();

    private final String certificateFile;
    private final String keyFile;
    private final Clock clock;
    private final Log log;

    private String certificate;
    private String key;
    private TlsIdentity current;
    private long lastCheck;
    private String lastProblem = "";

    /// @throws IllegalArgumentException if the files contain no matching pair
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
        lastCheck = clock.nowNanos();
    }

    /// Returns the current pair. The files are small and only checked for new connections, so their
    /// content is compared: modification times are not reliable in volumes that are updated by
    /// symbolic links.
    synchronized TlsIdentity current() {
        long now = clock.nowNanos();
        if (now - lastCheck >= CHECK_INTERVAL) {
            lastCheck = now;
            check();
        }
        return current;
    }

    private void check() {
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
