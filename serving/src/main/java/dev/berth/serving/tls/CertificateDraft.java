package dev.berth.serving.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.net.InetAddress;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// The content of a certificate before it is signed. The JDK has no public API to create
/// certificates.
///
/// @param subject as encoded by [#name]
@SuppressWarnings("ArrayRecordComponent") // Drafts are never compared.
record CertificateDraft(
        long serial, byte[] subject, Instant from, Instant until, List<byte[]> extensions) {
    private static final byte[] ECDSA_WITH_SHA256 =
            Der.sequence(Der.identifier("1.2.840.10045.4.3.2"));
    private static final String COMMON_NAME = "2.5.4.3";
    private static final String ORGANIZATION = "2.5.4.10";
    private static final String ALTERNATIVE_NAMES = "2.5.29.17";
    private static final String KEY_USAGE = "2.5.29.15";
    private static final String EXTENDED_KEY_USAGE = "2.5.29.37";
    private static final String BASIC_CONSTRAINTS = "2.5.29.19";
    private static final String SERVERS = "1.3.6.1.5.5.7.3.1";
    private static final String CLIENTS = "1.3.6.1.5.5.7.3.2";
    // digitalSignature and keyCertSign.
    private static final byte[] SIGNING = Der.bits(2, new byte[] {(byte) 0x84});
    private static final int DNS = 2;
    private static final int IP = 7;
    // The tolerance for clock skew.
    private static final Duration BEFORE = Duration.ofHours(1);

    CertificateDraft(long serial, byte[] subject, Instant now, Duration holds) {
        this(serial, subject, now.minus(BEFORE), now.plus(holds), List.of());
    }

    static byte[] name(String commonName, List<String> organizations) {
        var parts = new ArrayList<byte[]>();
        for (String organization : organizations) {
            parts.add(Der.set(Der.sequence(Der.identifier(ORGANIZATION), Der.utf8(organization))));
        }
        parts.add(Der.set(Der.sequence(Der.identifier(COMMON_NAME), Der.utf8(commonName))));
        return Der.sequence(parts.toArray(byte[][]::new));
    }

    static KeyPair keys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK cannot make keys", e);
        }
    }

    /// Makes the certificate a CA certificate.
    CertificateDraft forAuthority() {
        return with(critical(KEY_USAGE, SIGNING))
                .with(critical(BASIC_CONSTRAINTS, Der.sequence(Der.yes())));
    }

    CertificateDraft forServers() {
        return with(extension(EXTENDED_KEY_USAGE, Der.sequence(Der.identifier(SERVERS))));
    }

    CertificateDraft forClients() {
        return with(extension(EXTENDED_KEY_USAGE, Der.sequence(Der.identifier(CLIENTS))));
    }

    CertificateDraft naming(List<String> names, List<InetAddress> addresses) {
        var all = new ArrayList<byte[]>();
        for (String name : names) {
            all.add(Der.tagged(DNS, name.getBytes(US_ASCII)));
        }
        for (InetAddress address : addresses) {
            all.add(Der.tagged(IP, address.getAddress()));
        }
        return with(extension(ALTERNATIVE_NAMES, Der.sequence(all.toArray(byte[][]::new))));
    }

    private CertificateDraft with(byte[] extension) {
        var more = new ArrayList<>(extensions);
        more.add(extension);
        return new CertificateDraft(serial, subject, from, until, more);
    }

    private static byte[] critical(String identifier, byte[] content) {
        return Der.sequence(Der.identifier(identifier), Der.yes(), Der.octets(content));
    }

    private static byte[] extension(String identifier, byte[] content) {
        return Der.sequence(Der.identifier(identifier), Der.octets(content));
    }

    /// @param owner the public key of the certificate
    /// @param issuer as encoded by [#name]
    X509Certificate signed(PublicKey owner, byte[] issuer, PrivateKey signer) {
        byte[] content =
                Der.sequence(
                        Der.holding(0, Der.integer(BigInteger.TWO)),
                        Der.integer(BigInteger.valueOf(serial)),
                        ECDSA_WITH_SHA256,
                        issuer,
                        Der.sequence(Der.time(from), Der.time(until)),
                        subject,
                        owner.getEncoded(),
                        Der.holding(3, Der.sequence(extensions.toArray(byte[][]::new))));
        try {
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(signer);
            signature.update(content);
            byte[] certificate =
                    Der.sequence(content, ECDSA_WITH_SHA256, Der.bits(0, signature.sign()));
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509")
                            .generateCertificate(new ByteArrayInputStream(certificate));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK cannot make a certificate", e);
        }
    }
}
