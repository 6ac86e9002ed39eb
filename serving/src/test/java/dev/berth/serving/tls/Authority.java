package dev.berth.serving.tls;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Issues certificates for tests.
public final class Authority {
    private static final byte[] ALGORITHM = Der.sequence(Der.identifier("1.2.840.10045.4.3.2"));
    private static final String CLIENTS = "1.3.6.1.5.5.7.3.2";
    private static final String SERVERS = "1.3.6.1.5.5.7.3.1";

    private final KeyPair keys = keys();
    private final String name;
    private final Instant now;
    private final X509Certificate certificate;
    private int serial = 1;

    public Authority(String name, Instant now) {
        this.name = name;
        this.now = now;
        certificate =
                signed(
                        name(name, List.of()),
                        keys,
                        now.plus(Duration.ofDays(10)),
                        Der.sequence(
                                Der.identifier("2.5.29.19"),
                                Der.yes(),
                                Der.octets(Der.sequence(Der.yes()))));
    }

    /// A certificate and its key.
    public record Issued(X509Certificate certificate, PrivateKey key) {
        public String pem() {
            return SelfSigned.pem("CERTIFICATE", SelfSigned.encoded(certificate));
        }

        public String keyPem() {
            return SelfSigned.pem("PRIVATE KEY", key.getEncoded());
        }
    }

    public X509Certificate certificate() {
        return certificate;
    }

    public String pem() {
        return SelfSigned.pem("CERTIFICATE", SelfSigned.encoded(certificate));
    }

    public Issued client(String user, String... groups) {
        return client(user, List.of(groups), now.plus(Duration.ofDays(1)));
    }

    public Issued client(String user, List<String> groups, Instant until) {
        return issued(name(user, groups), until, CLIENTS, List.of());
    }

    public Issued server(String... names) {
        return issued(
                name(names[0], List.of()), now.plus(Duration.ofDays(1)), SERVERS, List.of(names));
    }

    private Issued issued(byte[] subject, Instant until, String usage, List<String> names) {
        KeyPair pair = keys();
        var extensions = new ArrayList<byte[]>();
        extensions.add(
                Der.sequence(
                        Der.identifier("2.5.29.37"),
                        Der.octets(Der.sequence(Der.identifier(usage)))));
        if (!names.isEmpty()) {
            extensions.add(
                    Der.sequence(
                            Der.identifier("2.5.29.17"),
                            Der.octets(
                                    Der.sequence(
                                            names.stream()
                                                    .map(one ->
                                                            Der.tagged(
                                                                    2,
                                                                    one.getBytes(
                                                                            StandardCharsets
                                                                                    .US_ASCII)))
                                                    .toArray(byte[][]::new)))));
        }
        return new Issued(
                signed(subject, pair, until, extensions.toArray(byte[][]::new)), pair.getPrivate());
    }

    private static byte[] name(String commonName, List<String> organizations) {
        var parts = new ArrayList<byte[]>();
        for (String organization : organizations) {
            parts.add(Der.set(Der.sequence(Der.identifier("2.5.4.10"), Der.utf8(organization))));
        }
        parts.add(Der.set(Der.sequence(Der.identifier("2.5.4.3"), Der.utf8(commonName))));
        return Der.sequence(parts.toArray(byte[][]::new));
    }

    private static KeyPair keys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private X509Certificate signed(
            byte[] subject, KeyPair pair, Instant until, byte[]... extensions) {
        byte[] content =
                Der.sequence(
                        Der.holding(0, Der.integer(BigInteger.TWO)),
                        Der.integer(BigInteger.valueOf(serial++)),
                        ALGORITHM,
                        name(name, List.of()),
                        Der.sequence(Der.time(now.minus(Duration.ofHours(1))), Der.time(until)),
                        subject,
                        pair.getPublic().getEncoded(),
                        Der.holding(3, Der.sequence(extensions)));
        try {
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(keys.getPrivate());
            signature.update(content);
            byte[] bytes = Der.sequence(content, ALGORITHM, Der.bits(0, signature.sign()));
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509")
                            .generateCertificate(new ByteArrayInputStream(bytes));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
