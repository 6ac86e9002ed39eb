package dev.berth.kubeclient.tls;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads certificates and private keys in PEM.
public final class Pem {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([^-]*+)-----END \\1-----");
    private static final byte[] VERSION_ZERO = HexFormat.of().parseHex("020100");
    private static final byte[] RSA = HexFormat.of().parseHex("300d06092a864886f70d0101010500");
    private static final byte[] EC = HexFormat.of().parseHex("06072a8648ce3d0201");
    private static final int SEQUENCE = 0x30;
    private static final int OCTETS = 0x04;
    private static final int PARAMETERS = 0xa0;

    private Pem() {}

    /// Returns all certificates of a text in order.
    ///
    /// @throws IllegalArgumentException if there is none, or one is invalid
    public static List<X509Certificate> certificates(String text) {
        var found = new ArrayList<X509Certificate>();
        Matcher block = BLOCK.matcher(text);
        while (block.find()) {
            if (block.group(1).equals("CERTIFICATE")) {
                try {
                    Certificate one =
                            CertificateFactory.getInstance("X.509")
                                    .generateCertificate(
                                            new ByteArrayInputStream(decoded(block.group(2))));
                    found.add((X509Certificate) one);
                } catch (CertificateException e) {
                    throw new IllegalArgumentException("not a certificate: " + e.getMessage(), e);
                }
            }
        }
        if (found.isEmpty()) {
            throw new IllegalArgumentException("there is no certificate in it (PEM is expected)");
        }
        return found;
    }

    /// Returns the first private key of a text: PKCS#8, PKCS#1 (RSA) or SEC 1 (elliptic curves).
    ///
    /// @throws IllegalArgumentException if there is none, or it is invalid
    public static PrivateKey privateKey(String text) {
        Matcher block = BLOCK.matcher(text);
        while (block.find()) {
            byte[] content = decoded(block.group(2));
            switch (block.group(1)) {
                case "PRIVATE KEY" -> {
                    return key(content);
                }
                case "RSA PRIVATE KEY" -> {
                    return key(wrapped(SEQUENCE, VERSION_ZERO, RSA, wrapped(OCTETS, content)));
                }
                case "EC PRIVATE KEY" -> {
                    byte[] algorithm = wrapped(SEQUENCE, EC, curve(content));
                    return key(
                            wrapped(SEQUENCE, VERSION_ZERO, algorithm, wrapped(OCTETS, content)));
                }
                default -> {}
            }
        }
        throw new IllegalArgumentException("there is no private key in it (PEM is expected)");
    }

    private static byte[] decoded(String base64) {
        try {
            return Base64.getMimeDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("not base64: " + e.getMessage(), e);
        }
    }

    private static PrivateKey key(byte[] pkcs8) {
        var spec = new PKCS8EncodedKeySpec(pkcs8);
        var problem = new IllegalArgumentException("not a private key of RSA, EC or Ed25519");
        for (String algorithm : List.of("RSA", "EC", "Ed25519")) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(spec);
            } catch (GeneralSecurityException another) {
                problem.addSuppressed(another);
            }
        }
        throw problem;
    }

    /// Encodes a value in DER: tag, length, content.
    private static byte[] wrapped(int tag, byte[]... parts) {
        var content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        var out = new ByteArrayOutputStream();
        out.write(tag);
        int length = content.size();
        if (length < 0x80) {
            out.write(length);
        } else if (length < 0x100) {
            out.write(0x81);
            out.write(length);
        } else {
            out.write(0x82);
            out.write(length >>> 8);
            out.write(length);
        }
        out.writeBytes(content.toByteArray());
        return out.toByteArray();
    }

    /// Returns the name of the curve, which is inside the key in SEC 1 and outside in PKCS#8.
    private static byte[] curve(byte[] sec1) {
        try {
            var outer = new Der(sec1, 0);
            int at = outer.start;
            while (at < outer.end) {
                var field = new Der(sec1, at);
                if (field.tag == PARAMETERS) {
                    return Arrays.copyOfRange(sec1, field.start, field.end);
                }
                at = field.end;
            }
        } catch (ArrayIndexOutOfBoundsException truncated) {
            throw new IllegalArgumentException("the key is cut off", truncated);
        }
        throw new IllegalArgumentException("the key does not name its curve");
    }

    /// The position of a value in DER.
    private static final class Der {
        final int tag;
        final int start;
        final int end;

        Der(byte[] bytes, int at) {
            tag = bytes[at] & 0xff;
            int first = bytes[at + 1] & 0xff;
            if (first < 0x80) {
                start = at + 2;
                end = start + first;
            } else {
                int count = first & 0x7f;
                int length = 0;
                for (int i = 0; i < count; i++) {
                    length = length << 8 | bytes[at + 2 + i] & 0xff;
                }
                start = at + 2 + count;
                end = start + length;
            }
        }
    }
}
