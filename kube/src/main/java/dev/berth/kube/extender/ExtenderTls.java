package dev.berth.kube.extender;

import dev.berth.engine.port.ExtenderSpec;
import dev.berth.kubeclient.tls.TlsContexts;
import dev.berth.model.FileProblem;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

import javax.net.ssl.SSLContext;

/// The TLS configuration of an extender.
final class ExtenderTls {
    private ExtenderTls() {}

    /// @throws IllegalArgumentException if a file or a certificate cannot be read
    static SSLContext context(ExtenderSpec spec) {
        ExtenderSpec.Tls tls = spec.tls();
        String authorities = given("caFile", tls.caData(), tls.caFile());
        String certificate = given("certFile", tls.certData(), tls.certFile());
        String key = given("keyFile", tls.keyData(), tls.keyFile());
        if (certificate.isEmpty() != key.isEmpty()) {
            throw new IllegalArgumentException(
                    "tlsConfig of extender %s needs both a certificate and its key"
                            .formatted(spec.name()));
        }
        try {
            return TlsContexts.make(
                    new TlsContexts.Wanted(
                            authorities, certificate, key, tls.serverName(), tls.insecure()));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "tlsConfig of extender %s: %s".formatted(spec.name(), e.getMessage()), e);
        }
    }

    private static String given(String field, String data, String file) {
        if (!data.isEmpty() || file.isEmpty()) {
            return data;
        }
        try {
            return Files.readString(Path.of(file));
        } catch (IOException | InvalidPathException e) {
            throw new IllegalArgumentException(
                    "%s \"%s\" cannot be read: %s".formatted(field, file, FileProblem.reason(e)),
                    e);
        }
    }
}
