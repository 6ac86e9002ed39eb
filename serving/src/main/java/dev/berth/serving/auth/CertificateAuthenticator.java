package dev.berth.serving.auth;

import dev.berth.engine.port.Clock;
import dev.berth.serving.http.ServerRequest;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Authenticates by client certificate: the common name is the user, the organizations are the
/// groups.
public final class CertificateAuthenticator implements Authenticator {
    private static final String CREDENTIAL = "authentication.kubernetes.io/credential-id";

    private final CaSource source;
    private final ClientChains chains;

    CertificateAuthenticator(CaSource source, ClientChains chains) {
        this.source = source;
        this.chains = chains;
    }

    /// Accepts the certificates that this authority issued.
    public CertificateAuthenticator(X509Certificate authority, Clock clock) {
        this(() -> List.of(authority), new ClientChains(clock));
    }

    @Override
    public AuthenticationResult proof(ServerRequest call) throws InterruptedException {
        List<X509Certificate> chain = call.certificates();
        if (chain.isEmpty() || source.current().isEmpty()) {
            return AuthenticationResult.NONE;
        }
        Optional<String> failure = chains.failure(chain, source);
        return failure.isPresent()
                ? new AuthenticationResult.Refused(failure.get())
                : user(chain.getFirst());
    }

    private static AuthenticationResult user(X509Certificate certificate) {
        CertificateSubject subject = CertificateSubject.of(certificate);
        if (subject.commonName().isEmpty()) {
            return AuthenticationResult.NONE;
        }
        if (subject.uids().size() > 1) {
            return new AuthenticationResult.Refused(
                    "expected 1 UID, but found multiple: " + subject.uids());
        }
        if (subject.uids().contains("")) {
            return new AuthenticationResult.Refused("UID cannot be an empty string");
        }
        return new AuthenticationResult.Known(
                new User(
                        subject.commonName(),
                        String.join("", subject.uids()),
                        subject.organizations(),
                        Map.of(CREDENTIAL, List.of("X509SHA256=" + fingerprint(certificate)))));
    }

    private static String fingerprint(X509Certificate certificate) {
        try {
            return HexFormat.of()
                    .formatHex(
                            MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
        } catch (NoSuchAlgorithmException | CertificateEncodingException e) {
            throw new IllegalStateException("the certificate cannot be encoded", e);
        }
    }
}
