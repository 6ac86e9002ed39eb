package dev.berth.apiserver;

import dev.berth.serving.auth.User;
import dev.berth.serving.tls.Authority;
import dev.berth.serving.tls.TlsIdentity;

import java.net.InetAddress;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

import javax.crypto.KeyGenerator;

/// The credentials of the embedded API server, created for every run.
///
/// @param proxies the authority of front proxies, which the embedded cluster does not have
/// @param admin the client certificate of the administrator
/// @param token the bearer token of the administrator
record ServerCredentials(
        Authority authority,
        Authority proxies,
        TlsIdentity server,
        TlsIdentity admin,
        String token) {
    static final String ADMIN = "kubernetes-admin";

    private static final List<String> NAMES =
            List.of(
                    "localhost",
                    "kubernetes",
                    "kubernetes.default",
                    "kubernetes.default.svc",
                    "kubernetes.default.svc.cluster.local");

    static ServerCredentials make(InetAddress address, Instant now) {
        var authority = new Authority("berth", now);
        var addresses = new ArrayList<InetAddress>();
        addresses.add(InetAddress.ofLiteral("127.0.0.1"));
        addresses.add(InetAddress.ofLiteral("::1"));
        if (!address.isAnyLocalAddress() && !addresses.contains(address)) {
            addresses.add(address);
        }
        return new ServerCredentials(
                authority,
                new Authority("berth-front-proxy", now),
                authority.server(NAMES, addresses),
                authority.client(ADMIN, User.MASTERS),
                secret());
    }

    private static String secret() {
        try {
            byte[] key = KeyGenerator.getInstance("HmacSHA256").generateKey().getEncoded();
            return Base64.getUrlEncoder().withoutPadding().encodeToString(key);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JDK cannot create keys", e);
        }
    }

    /// The user of the token.
    static User tokenUser() {
        return new User(ADMIN, "", List.of(User.MASTERS), Map.of()).authenticated();
    }
}
