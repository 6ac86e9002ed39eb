package dev.berth.serving.tls;

import java.net.InetAddress;
import java.security.KeyPair;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Creates self-signed certificates, for servers without a configured certificate.
final class SelfSigned {
    private static final Duration AFTER = Duration.ofDays(365);

    private SelfSigned() {}

    /// @param addresses in addition to `localhost` and the loopback address
    static TlsIdentity make(List<InetAddress> addresses, Instant now) {
        KeyPair keys = CertificateDraft.keys();
        byte[] name = CertificateDraft.name("localhost@" + now.getEpochSecond(), List.of());
        Set<InetAddress> all = new LinkedHashSet<>();
        all.add(InetAddress.ofLiteral("127.0.0.1"));
        all.addAll(addresses);
        X509Certificate certificate =
                new CertificateDraft(now.toEpochMilli(), name, now, AFTER)
                        .forAuthority()
                        .forServers()
                        .naming(List.of("localhost"), new ArrayList<>(all))
                        .signed(keys.getPublic(), name, keys.getPrivate());
        return new TlsIdentity(List.of(certificate), keys.getPrivate());
    }

    static byte[] encoded(X509Certificate certificate) {
        try {
            return certificate.getEncoded();
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException("the certificate cannot be encoded", e);
        }
    }

    static String pem(String kind, byte[] content) {
        String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(kind, lines, kind);
    }
}
