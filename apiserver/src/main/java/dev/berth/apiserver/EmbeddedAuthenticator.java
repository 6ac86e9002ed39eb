package dev.berth.apiserver;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.engine.port.Clock;
import dev.berth.serving.auth.AuthenticationResult;
import dev.berth.serving.auth.CertificateAuthenticator;
import dev.berth.serving.auth.User;
import dev.berth.serving.http.ServerRequest;

import java.security.MessageDigest;
import java.util.Optional;

/// Authenticates clients by the token, or by a certificate of the server's own authority.
final class EmbeddedAuthenticator {
    private static final String BEARER = "bearer ";

    private final CertificateAuthenticator certificates;
    private final byte[] token;

    EmbeddedAuthenticator(ServerCredentials credentials, Clock clock) {
        certificates = new CertificateAuthenticator(credentials.authority().certificate(), clock);
        token = credentials.token().getBytes(UTF_8);
    }

    /// Returns the user; empty if the client is not authenticated.
    Optional<User> user(ServerRequest call) throws InterruptedException {
        String authorization = call.header("Authorization").orElse("").strip();
        if (!authorization.isEmpty()) {
            return authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())
                    ? byToken(authorization.substring(BEARER.length()).strip())
                    : Optional.empty();
        }
        return certificates.proof(call) instanceof AuthenticationResult.Known(var user)
                ? Optional.of(user.authenticated())
                : Optional.empty();
    }

    Optional<User> byToken(String shown) {
        return MessageDigest.isEqual(token, shown.getBytes(UTF_8))
                ? Optional.of(ServerCredentials.tokenUser())
                : Optional.empty();
    }
}
