package dev.berth.serving.tls;

import org.jspecify.annotations.Nullable;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.StandardConstants;
import javax.net.ssl.X509ExtendedKeyManager;

/// Selects the certificate of each connection by its server name.
final class SniKeys extends X509ExtendedKeyManager {
    // A handshake reads the key some steps after it selected the alias. The files can change in
    // between.
    private static final int MAX_ENTRIES = 64;

    private final ServerIdentities identities;
    private final Map<String, TlsIdentity> chosen =
            Collections.synchronizedMap(
                    new LinkedHashMap<>() {
                        @Override
                        protected boolean removeEldestEntry(Map.Entry<String, TlsIdentity> oldest) {
                            return size() > MAX_ENTRIES;
                        }
                    });

    SniKeys(ServerIdentities identities) {
        this.identities = identities;
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
            String keyType, Principal @Nullable [] issuers, SSLEngine engine) {
        TlsIdentity identity = identities.forName(requestedName(engine));
        if (!identity.key().getAlgorithm().equals(keyType)) {
            return null;
        }
        String alias = Integer.toHexString(identity.hashCode());
        chosen.put(alias, identity);
        return alias;
    }

    private static String requestedName(SSLEngine engine) {
        if (engine.getHandshakeSession() instanceof ExtendedSSLSession session) {
            for (SNIServerName name : session.getRequestedServerNames()) {
                if (name.getType() == StandardConstants.SNI_HOST_NAME
                        && name instanceof SNIHostName host) {
                    return host.getAsciiName().toLowerCase(Locale.ROOT);
                }
            }
        }
        return "";
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
        TlsIdentity identity = chosen.get(alias);
        return identity == null ? null : identity.chain().toArray(X509Certificate[]::new);
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
        TlsIdentity identity = chosen.get(alias);
        return identity == null ? null : identity.key();
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public @Nullable String chooseServerAlias(
            String keyType, Principal @Nullable [] issuers, Socket socket) {
        return null;
    }

    @Override
    public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public @Nullable String chooseClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, Socket socket) {
        return null;
    }
}
