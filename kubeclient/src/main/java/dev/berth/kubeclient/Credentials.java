package dev.berth.kubeclient;

import dev.berth.kubeclient.tls.TlsContexts;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

import javax.net.ssl.SSLContext;

/// The current credentials and trusted authorities. Files are reloaded at intervals, and at once if
/// the server rejects the credentials. If a file cannot be read, the last valid content stays in
/// use.
final class Credentials {
    private static final long READ_AGAIN = Duration.ofSeconds(10).toNanos();

    /// The credentials of a request.
    ///
    /// @param headers header lines, each with its line break
    record Current(SSLContext context, String headers) {}

    private record Secrets(TlsContexts.Wanted tls, String authorization) {}

    private final Access access;
    private final ExecRunner exec;
    private final LongSupplier nanos;
    private final ReentrantLock lock = new ReentrantLock();
    private final String impersonation;
    private @Nullable Secrets secrets;
    private volatile @Nullable Current current;
    private volatile long readAt;
    private long mayForceAt;

    Credentials(Access access, ExecRunner exec, LongSupplier nanos) {
        this.access = access;
        this.exec = exec;
        this.nanos = nanos;
        var headers = new StringBuilder();
        access.impersonation()
                .forEach(header -> headers.append(line(header.getKey(), header.getValue())));
        this.impersonation = headers.toString();
        this.mayForceAt = nanos.getAsLong();
    }

    /// Returns the current credentials. While another thread reloads them, which can take long, the
    /// last ones are returned.
    ///
    /// @throws IllegalArgumentException if no valid credentials have been read yet
    Current current() {
        Current known = current;
        if (known != null && (fresh() || !lock.tryLock())) {
            return known;
        }
        if (known == null) {
            lock.lock();
        }
        try {
            known = current;
            return known != null && fresh() ? known : renewed(known, false);
        } finally {
            lock.unlock();
        }
    }

    private boolean fresh() {
        return nanos.getAsLong() - readAt < READ_AGAIN;
    }

    private Current renewed(@Nullable Current known, boolean force) {
        try {
            Secrets now = read(force);
            readAt = nanos.getAsLong();
            if (known != null && now.equals(secrets)) {
                return known;
            }
            SSLContext context =
                    known != null && secrets != null && now.tls().equals(secrets.tls())
                            ? known.context()
                            : TlsContexts.make(now.tls());
            String authorization =
                    now.authorization().isEmpty() ? "" : line("Authorization", now.authorization());
            Current made = new Current(context, authorization + impersonation);
            secrets = now;
            current = made;
            return made;
        } catch (IllegalArgumentException e) {
            if (known == null) {
                throw e;
            }
            readAt = nanos.getAsLong();
            return known;
        }
    }

    /// Reloads the credentials after the server rejected the given ones. Returns the same
    /// credentials if there are no newer ones. Reloads are limited to one per interval.
    Current insteadOf(Current sent) {
        lock.lock();
        try {
            Current known = current;
            if (known != null && !known.equals(sent)) {
                return known;
            }
            if (nanos.getAsLong() - mayForceAt < 0) {
                return sent;
            }
            Current made = renewed(known, true);
            mayForceAt = nanos.getAsLong() + READ_AGAIN;
            return made;
        } finally {
            lock.unlock();
        }
    }

    private Secrets read(boolean force) {
        String certificate = access.certificate().text();
        String key = access.key().text();
        String authorization = "";
        switch (access.identity()) {
            case Access.Identity.None() -> {}
            case Access.Identity.Bearer(CredentialSource token) ->
                    authorization = "Bearer " + token.text().strip();
            case Access.Identity.Basic(String user, String password) ->
                    authorization =
                            "Basic "
                                    + Base64.getEncoder()
                                            .encodeToString(
                                                    (user + ":" + password)
                                                            .getBytes(StandardCharsets.UTF_8));
            case Access.Identity.Exec(var plugin) -> {
                ExecRunner.Answer answer = exec.credentials(plugin, force);
                if (!answer.token().isEmpty()) {
                    authorization = "Bearer " + answer.token();
                }
                if (!answer.certificate().isEmpty()) {
                    certificate = answer.certificate();
                    key = answer.key();
                }
            }
        }
        return new Secrets(
                new TlsContexts.Wanted(
                        access.authority().text(),
                        certificate,
                        key,
                        access.serverName(),
                        access.insecure()),
                authorization);
    }

    private static String line(String name, String value) {
        if (value.chars().anyMatch(c -> c < ' ' || c > '~')) {
            throw new IllegalArgumentException(
                    "the value of the header " + name + " contains characters that headers cannot");
        }
        return name + ": " + value + "\r\n";
    }
}
