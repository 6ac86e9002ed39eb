package dev.berth.serving.tls;

import java.net.InetAddress;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// A certificate authority that issues server and client certificates.
public final class Authority {
    private static final Duration OWN_TIME = Duration.ofDays(3650);
    private static final Duration ISSUED_TIME = Duration.ofDays(365);

    private final KeyPair keys = CertificateDraft.keys();
    private final byte[] name;
    private final Instant now;
    private final X509Certificate certificate;
    private long serial;

    public Authority(String name, Instant now) {
        this.name = CertificateDraft.name(name, List.of());
        this.now = now;
        serial = now.toEpochMilli();
        certificate =
                new CertificateDraft(serial, this.name, now, OWN_TIME)
                        .forAuthority()
                        .signed(keys.getPublic(), this.name, keys.getPrivate());
    }

    public X509Certificate certificate() {
        return certificate;
    }

    public String pem() {
        return SelfSigned.pem("CERTIFICATE", SelfSigned.encoded(certificate));
    }

    public TlsIdentity client(String user, String... groups) {
        return client(user, List.of(groups), now.plus(ISSUED_TIME));
    }

    public TlsIdentity client(String user, List<String> groups, Instant until) {
        Duration holds = Duration.between(now, until);
        return issued(
                new CertificateDraft(++serial, CertificateDraft.name(user, groups), now, holds)
                        .forClients(),
                CertificateDraft.keys());
    }

    public TlsIdentity server(String... names) {
        return server(List.of(names), List.of());
    }

    /// @param names the first name is also the subject
    public TlsIdentity server(List<String> names, List<InetAddress> addresses) {
        byte[] subject = CertificateDraft.name(names.getFirst(), List.of());
        return issued(
                new CertificateDraft(++serial, subject, now, ISSUED_TIME)
                        .forServers()
                        .naming(names, addresses),
                CertificateDraft.keys());
    }

    private TlsIdentity issued(CertificateDraft draft, KeyPair owner) {
        return new TlsIdentity(
                List.of(draft.signed(owner.getPublic(), name, keys.getPrivate())),
                owner.getPrivate());
    }
}
