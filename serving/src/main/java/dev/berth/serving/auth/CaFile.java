package dev.berth.serving.auth;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.engine.port.Clock;
import dev.berth.engine.port.Log;
import dev.berth.kubeclient.tls.Pem;
import dev.berth.model.FileProblem;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;

/// The authorities of a file, which is read again at most once per second.
final class CaFile implements CaSource {
    private static final long CHECK_INTERVAL = Duration.ofSeconds(1).toNanos();

    private final String file;
    private final Clock clock;
    private final Log log;
    private String text;
    private List<X509Certificate> authorities;
    private long lastCheck;

    /// @throws IllegalArgumentException if the file contains no certificates
    CaFile(String file, Clock clock, Log log) {
        this.file = file;
        this.clock = clock;
        this.log = log;
        try {
            text = Files.readString(Path.of(file), UTF_8);
            authorities = Pem.certificates(text);
        } catch (IOException | InvalidPathException e) {
            throw new IllegalArgumentException(problem(FileProblem.reason(e)), e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(problem(String.valueOf(e.getMessage())), e);
        }
        lastCheck = clock.nowNanos();
    }

    private String problem(String what) {
        return "unable to load client CA provider: %s: %s".formatted(file, what);
    }

    @Override
    public synchronized List<X509Certificate> current() {
        long now = clock.nowNanos();
        if (now - lastCheck >= CHECK_INTERVAL) {
            lastCheck = now;
            try {
                String found = Files.readString(Path.of(file), UTF_8);
                if (!found.equals(text)) {
                    authorities = Pem.certificates(found);
                    text = found;
                    log.info(2, "Loaded a new CA Bundle", "file", file);
                }
            } catch (IOException | InvalidPathException e) {
                log.error(e, "The CA bundle cannot be read, keeping the old one", "file", file);
            } catch (IllegalArgumentException e) {
                log.error(e, "The CA bundle changed, keeping the old one", "file", file);
            }
        }
        return authorities;
    }
}
