package dev.berth.serving.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.net.InetAddress;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// A certificate that only proves that its owner has the key, for servers that were given none. The
/// JDK makes none by its public API, so it is put together here.
final class SelfSigned {
    private static final byte[] ECDSA_WITH_SHA256 =
            Der.sequence(Der.identifier("1.2.840.10045.4.3.2"));
    private static final String COMMON_NAME = "2.5.4.3";
    private static final String ALTERNATIVE_NAMES = "2.5.29.17";
    private static final String KEY_USAGE = "2.5.29.15";
    private static final String EXTENDED_KEY_USAGE = "2.5.29.37";
    private static final String BASIC_CONSTRAINTS = "2.5.29.19";
    private static final String SERVER_AUTHENTICATION = "1.3.6.1.5.5.7.3.1";
    // Digital signature, and signing certificates: itself.
    private static final byte[] SIGNING = Der.bits(2, new byte[] {(byte) 0x84});
    private static final int DNS = 2;
    private static final int IP = 7;
    // Clocks differ.
    private static final Duration BEFORE = Duration.ofHours(1);
    private static final Duration AFTER = Duration.ofDays(365);

    private SelfSigned() {}

    /// @param addresses besides `localhost` and its own address
    static Identity make(List<InetAddress> addresses, Instant now) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            KeyPair keys = generator.generateKeyPair();
            byte[] content = content(keys, addresses, now);
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(keys.getPrivate());
            signature.update(content);
            byte[] certificate =
                    Der.sequence(content, ECDSA_WITH_SHA256, Der.bits(0, signature.sign()));
            return new Identity(
                    List.of(
                            (X509Certificate)
                                    CertificateFactory.getInstance("X.509")
                                            .generateCertificate(
                                                    new ByteArrayInputStream(certificate))),
                    keys.getPrivate());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK cannot make a certificate", e);
        }
    }

    private static byte[] content(KeyPair keys, List<InetAddress> addresses, Instant now) {
        byte[] name =
                Der.sequence(
                        Der.set(
                                Der.sequence(
                                        Der.identifier(COMMON_NAME),
                                        Der.utf8("localhost@" + now.getEpochSecond()))));
        return Der.sequence(
                Der.holding(0, Der.integer(BigInteger.TWO)),
                Der.integer(BigInteger.valueOf(now.toEpochMilli())),
                ECDSA_WITH_SHA256,
                name,
                Der.sequence(Der.time(now.minus(BEFORE)), Der.time(now.plus(AFTER))),
                name,
                keys.getPublic().getEncoded(),
                Der.holding(
                        3,
                        Der.sequence(
                                critical(KEY_USAGE, SIGNING),
                                critical(BASIC_CONSTRAINTS, Der.sequence(Der.yes())),
                                extension(
                                        EXTENDED_KEY_USAGE,
                                        Der.sequence(Der.identifier(SERVER_AUTHENTICATION))),
                                extension(ALTERNATIVE_NAMES, names(addresses)))));
    }

    private static byte[] names(List<InetAddress> addresses) {
        Set<InetAddress> all = new LinkedHashSet<>();
        all.add(InetAddress.ofLiteral("127.0.0.1"));
        all.addAll(addresses);
        var names = new byte[all.size() + 1][];
        names[0] = Der.tagged(DNS, "localhost".getBytes(US_ASCII));
        int i = 1;
        for (InetAddress address : all) {
            names[i++] = Der.tagged(IP, address.getAddress());
        }
        return Der.sequence(names);
    }

    private static byte[] critical(String identifier, byte[] content) {
        return Der.sequence(Der.identifier(identifier), Der.yes(), Der.octets(content));
    }

    private static byte[] extension(String identifier, byte[] content) {
        return Der.sequence(Der.identifier(identifier), Der.octets(content));
    }

    static byte[] encoded(X509Certificate certificate) {
        try {
            return certificate.getEncoded();
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException("a certificate without its bytes", e);
        }
    }

    static String pem(String kind, byte[] content) {
        String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(kind, lines, kind);
    }
}
