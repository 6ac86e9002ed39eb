package dev.berth.kubeclient.tls;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/// Creates the TLS contexts of outgoing connections.
public final class TlsContexts {
    private static final char[] NO_PASSWORD = {};

    private TlsContexts() {}

    /// The settings of a TLS context; absent values are empty.
    ///
    /// @param authorities the trusted authorities in PEM; empty for the authorities of the system
    /// @param certificate the client certificate, followed by its chain
    /// @param serverName the name that the server certificate must have, if it differs from the
    ///   host in the address
    /// @param insecure whether to accept any server certificate
    public record Wanted(
            String authorities,
            String certificate,
            String key,
            String serverName,
            boolean insecure) {}

    /// @throws IllegalArgumentException if a certificate or key is invalid
    public static SSLContext make(Wanted wanted) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys(wanted), trust(wanted), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static KeyManager @Nullable [] keys(Wanted wanted) throws GeneralSecurityException {
        if (wanted.certificate().isEmpty()) {
            return null;
        }
        List<X509Certificate> chain = Pem.certificates(wanted.certificate());
        PrivateKey key = Pem.privateKey(wanted.key());
        KeyStore store = empty();
        store.setKeyEntry("own", key, NO_PASSWORD, chain.toArray(Certificate[]::new));
        KeyManagerFactory factory =
                KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, NO_PASSWORD);
        return factory.getKeyManagers();
    }

    private static TrustManager[] trust(Wanted wanted) throws GeneralSecurityException {
        if (wanted.insecure()) {
            return new TrustManager[] {new AnyServer()};
        }
        X509ExtendedTrustManager trusted = trusted(wanted.authorities());
        return new TrustManager[] {
            wanted.serverName().isEmpty() ? trusted : new OneName(trusted, wanted.serverName())
        };
    }

    private static X509ExtendedTrustManager trusted(String authorities)
            throws GeneralSecurityException {
        TrustManagerFactory factory =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        if (authorities.isEmpty()) {
            factory.init((KeyStore) null);
        } else {
            KeyStore store = empty();
            int count = 0;
            for (X509Certificate authority : Pem.certificates(authorities)) {
                store.setCertificateEntry("authority " + count++, authority);
            }
            factory.init(store);
        }
        for (TrustManager manager : factory.getTrustManagers()) {
            if (manager instanceof X509ExtendedTrustManager extended) {
                return extended;
            }
        }
        throw new GeneralSecurityException("this JDK has no trust manager for certificates");
    }

    private static KeyStore empty() throws GeneralSecurityException {
        try {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            return store;
        } catch (IOException impossible) {
            throw new GeneralSecurityException(impossible);
        }
    }

    /// Accepts any server certificate.
    private static final class AnyServer extends X509ExtendedTrustManager {
        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }

    /// Requires a certificate for one name, regardless of the host in the address.
    private static final class OneName extends X509ExtendedTrustManager {
        private static final int DNS = 2;
        private static final int IP = 7;

        private final X509ExtendedTrustManager chains;
        private final String name;

        OneName(X509ExtendedTrustManager chains, String name) {
            this.chains = chains;
            this.name = name.toLowerCase(Locale.ROOT);
        }

        private void check(X509Certificate[] chain, String type) throws CertificateException {
            // Without the socket, only the chain is verified, not the host in the address.
            chains.checkServerTrusted(chain, type);
            Collection<List<?>> names = chain[0].getSubjectAlternativeNames();
            if (names == null || names.stream().noneMatch(this::proves)) {
                throw new CertificateException(
                        "the certificate is not valid for %s".formatted(name));
            }
        }

        private boolean proves(List<?> alternative) {
            int kind = (Integer) alternative.get(0);
            if (kind != DNS && kind != IP) {
                return false;
            }
            String known = String.valueOf(alternative.get(1)).toLowerCase(Locale.ROOT);
            return known.equals(name)
                    || known.startsWith("*.")
                            && name.indexOf('.') > 0
                            && name.substring(name.indexOf('.')).equals(known.substring(1));
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            check(chain, type);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            check(chain, type);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type)
                throws CertificateException {
            check(chain, type);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            chains.checkClientTrusted(chain, type, socket);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            chains.checkClientTrusted(chain, type, engine);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type)
                throws CertificateException {
            chains.checkClientTrusted(chain, type);
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return chains.getAcceptedIssuers();
        }
    }
}
