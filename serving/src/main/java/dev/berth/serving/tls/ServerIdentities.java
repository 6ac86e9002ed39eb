package dev.berth.serving.tls;

import dev.berth.engine.port.Clock;
import dev.berth.engine.port.Log;
import dev.berth.model.FileProblem;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;

/// All certificates of a server: the default one, and the ones for certain names (SNI).
final class ServerIdentities {
    /// The base name of the files in the certificate folder.
    static final String PAIR = "kube-scheduler";

    private static final int DNS = 2;

    private final Supplier<TlsIdentity> defaultValue;
    private final List<Named> named;

    private ServerIdentities(Supplier<TlsIdentity> defaultValue, List<Named> named) {
        this.defaultValue = defaultValue;
        this.named = named;
    }

    private record Named(IdentityFiles files, List<String> names) {}

    /// @param address the listening address
    /// @throws IllegalArgumentException if configured files contain no matching pair
    static ServerIdentities of(TlsOptions options, InetAddress address, Clock clock, Log log) {
        var named = new ArrayList<Named>();
        for (TlsOptions.NamedFiles one : options.named()) {
            try {
                named.add(
                        new Named(
                                new IdentityFiles(one.certificateFile(), one.keyFile(), clock, log),
                                one.names()));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "failed to load SNI cert and key: " + e.getMessage(), e);
            }
        }
        return new ServerIdentities(defaults(options, address, clock, log), List.copyOf(named));
    }

    /// Uses one certificate for all names.
    static ServerIdentities of(TlsIdentity identity) {
        return new ServerIdentities(() -> identity, List.of());
    }

    private static Supplier<TlsIdentity> defaults(
            TlsOptions options, InetAddress address, Clock clock, Log log) {
        if (options.certificateFile().isEmpty() != options.keyFile().isEmpty()) {
            throw new IllegalArgumentException(
                    "missing filename for serving cert: --tls-cert-file and --tls-private-key-file"
                            + " go together, and only one of them is given");
        }
        if (!options.certificateFile().isEmpty()) {
            return new IdentityFiles(options.certificateFile(), options.keyFile(), clock, log)
                    ::current;
        }
        if (!options.certificateFolder().isEmpty()) {
            return inFolder(Path.of(options.certificateFolder()), address, clock, log)::current;
        }
        return new Generated(address, clock, log)::identity;
    }

    /// Creates a certificate at its first use.
    private static final class Generated {
        private final InetAddress address;
        private final Clock clock;
        private final Log log;
        private @Nullable TlsIdentity made;

        Generated(InetAddress address, Clock clock, Log log) {
            this.address = address;
            this.clock = clock;
            this.log = log;
        }

        synchronized TlsIdentity identity() {
            TlsIdentity identity = made;
            if (identity == null) {
                identity = made(address, clock);
                made = identity;
                log.info(0, "Generated self-signed cert in-memory");
            }
            return identity;
        }
    }

    private static TlsIdentity made(InetAddress address, Clock clock) {
        return SelfSigned.make(
                address.isAnyLocalAddress() ? List.of() : List.of(address), clock.instant());
    }

    private static IdentityFiles inFolder(Path folder, InetAddress address, Clock clock, Log log) {
        Path certificate = folder.resolve(PAIR + ".crt");
        Path key = folder.resolve(PAIR + ".key");
        if (Files.exists(certificate) != Files.exists(key)) {
            throw new IllegalArgumentException(
                    "error reading %s and %s, certificate and key must be supplied as a pair"
                            .formatted(certificate, key));
        }
        if (!Files.exists(certificate)) {
            TlsIdentity made = made(address, clock);
            try {
                write(folder, certificate, key, made);
            } catch (IOException | UnsupportedOperationException e) {
                throw new IllegalArgumentException(
                        "%s: the generated certificate cannot be written: %s"
                                .formatted(folder, FileProblem.reason(e)),
                        e);
            }
            log.info(0, "Generated self-signed cert", "certFile", certificate, "keyFile", key);
        }
        return new IdentityFiles(certificate.toString(), key.toString(), clock, log);
    }

    private static void write(Path folder, Path certificate, Path key, TlsIdentity made)
            throws IOException {
        Files.createDirectories(folder);
        byte[] encoded = SelfSigned.encoded(made.own());
        Files.writeString(certificate, SelfSigned.pem("CERTIFICATE", encoded));
        var secret =
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        Files.createFile(key, secret);
        Files.writeString(key, SelfSigned.pem("PRIVATE KEY", made.key().getEncoded()));
    }

    /// Returns the certificate for a name. Configured names take precedence over the names in
    /// certificates, and complete names over patterns.
    ///
    /// @param name in lowercase; empty if the client sent none
    TlsIdentity forName(String name) {
        if (!name.isEmpty()) {
            int dot = name.indexOf('.');
            String pattern = dot < 0 ? "*" : "*" + name.substring(dot);
            for (String wanted : List.of(name, pattern)) {
                for (Named one : named) {
                    if (contains(one.names(), wanted)) {
                        return one.files().current();
                    }
                }
                for (Named one : named) {
                    TlsIdentity identity = one.files().current();
                    if (one.names().isEmpty() && contains(names(identity.own()), wanted)) {
                        return identity;
                    }
                }
            }
        }
        return defaultValue.get();
    }

    private static boolean contains(Collection<String> names, String wanted) {
        return names.stream().anyMatch(name -> name.toLowerCase(Locale.ROOT).equals(wanted));
    }

    private static Set<String> names(X509Certificate certificate) {
        try {
            Collection<List<?>> names = certificate.getSubjectAlternativeNames();
            return names == null
                    ? Set.of()
                    : Set.copyOf(
                            names.stream()
                                    .filter(name -> name.getFirst().equals(DNS))
                                    .map(name -> String.valueOf(name.getLast()))
                                    .toList());
        } catch (CertificateParsingException e) {
            return Set.of();
        }
    }
}
