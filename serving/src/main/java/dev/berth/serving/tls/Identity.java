package dev.berth.serving.tls;

import dev.berth.kube.tls.Pem;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;

/// Who the server says it is, and the key that proves it.
///
/// @param chain its own certificate, then those of its issuers
record Identity(List<X509Certificate> chain, PrivateKey key) {
    Identity {
        chain = List.copyOf(chain);
    }

    /// @throws IllegalArgumentException if one of them cannot be read, or they are no pair
    static Identity of(String certificates, String key) {
        var identity = new Identity(Pem.certificates(certificates), Pem.privateKey(key));
        if (!KeyMatch.matches(identity.own().getPublicKey(), identity.key())) {
            throw new IllegalArgumentException("private key does not match public key");
        }
        return identity;
    }

    X509Certificate own() {
        return chain.getFirst();
    }
}
