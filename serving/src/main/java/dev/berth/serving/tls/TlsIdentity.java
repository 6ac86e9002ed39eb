package dev.berth.serving.tls;

import dev.berth.kubeclient.tls.Pem;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.function.Supplier;

/// A certificate chain and its private key.
///
/// @param chain the certificate, then its issuers
public record TlsIdentity(List<X509Certificate> chain, PrivateKey key) {
    public TlsIdentity {
        chain = List.copyOf(chain);
    }

    /// @param certificateFile the file of the certificates, for messages
    /// @param keyFile the file of the key, for messages
    /// @throws IllegalArgumentException if one of them is invalid, or they do not match
    static TlsIdentity of(String certificateFile, String certificates, String keyFile, String key) {
        var identity =
                new TlsIdentity(
                        read(certificateFile, () -> Pem.certificates(certificates)),
                        read(keyFile, () -> Pem.privateKey(key)));
        if (!KeyMatch.matches(identity.own().getPublicKey(), identity.key())) {
            throw new IllegalArgumentException(
                    "%s and %s: private key does not match public key"
                            .formatted(certificateFile, keyFile));
        }
        return identity;
    }

    private static <T> T read(String file, Supplier<T> content) {
        try {
            return content.get();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
        }
    }

    public X509Certificate own() {
        return chain.getFirst();
    }

    public String pem() {
        return SelfSigned.pem("CERTIFICATE", SelfSigned.encoded(own()));
    }

    public String keyPem() {
        return SelfSigned.pem("PRIVATE KEY", key.getEncoded());
    }
}
