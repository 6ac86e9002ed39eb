package dev.berth.serving.auth;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/// The subject of a certificate. It is parsed from the encoded name: the text form of the JDK would
/// have to be parsed again, and a crafted name could impersonate another user.
///
/// @param commonName empty if there is none
record CertificateSubject(String commonName, List<String> organizations, List<String> uids) {
    private static final byte[] COMMON_NAME = HexFormat.of().parseHex("550403");
    private static final byte[] ORGANIZATION = HexFormat.of().parseHex("55040a");
    // The attribute type of Kubernetes for the UID of a user.
    private static final byte[] UID = HexFormat.of().parseHex("2b0601040183c25302");

    static CertificateSubject of(X509Certificate certificate) {
        String commonName = "";
        var organizations = new ArrayList<String>();
        var uids = new ArrayList<String>();
        ByteBuffer name =
                content(ByteBuffer.wrap(certificate.getSubjectX500Principal().getEncoded()));
        while (name.hasRemaining()) {
            ByteBuffer set = content(name);
            while (set.hasRemaining()) {
                ByteBuffer attribute = content(set);
                byte[] kind = bytes(content(attribute));
                String value = text(attribute);
                if (Arrays.equals(kind, COMMON_NAME)) {
                    // Parity: pkix.Name keeps the last common name.
                    commonName = value;
                } else if (Arrays.equals(kind, ORGANIZATION)) {
                    organizations.add(value);
                } else if (Arrays.equals(kind, UID)) {
                    uids.add(value);
                }
            }
        }
        return new CertificateSubject(commonName, List.copyOf(organizations), List.copyOf(uids));
    }

    private static String text(ByteBuffer in) {
        int tag = in.get(in.position()) & 0xff;
        Charset charset =
                switch (tag) {
                    case 0x1e -> UTF_16BE;
                    case 0x14 -> ISO_8859_1;
                    default -> UTF_8;
                };
        return new String(bytes(content(in)), charset);
    }

    /// Returns the content of the next value, and moves past it. The JDK has parsed the name
    /// before, so its lengths are valid.
    private static ByteBuffer content(ByteBuffer in) {
        in.get();
        int length = in.get() & 0xff;
        if (length >= 0x80) {
            int count = length & 0x7f;
            length = 0;
            for (int i = 0; i < count; i++) {
                length = length << 8 | in.get() & 0xff;
            }
        }
        ByteBuffer content = in.slice(in.position(), length);
        in.position(in.position() + length);
        return content;
    }

    private static byte[] bytes(ByteBuffer in) {
        var bytes = new byte[in.remaining()];
        in.get(bytes);
        return bytes;
    }
}
