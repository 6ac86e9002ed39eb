package dev.berth.serving.tls;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;

import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/// Accepts every client that has the key of its certificate. The authenticators verify the issuer
/// for each request, with the authorities of that time.
final class AnyClientTrust extends X509ExtendedTrustManager {
    /// Differs: upstream sends the names of its authorities. Clients then do not send certificates
    /// of other authorities, so a new authority would never be noticed.
    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
            throws CertificateException {
        throw noServers();
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
            throws CertificateException {
        throw noServers();
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
            throws CertificateException {
        throw noServers();
    }

    private static CertificateException noServers() {
        return new CertificateException("a server does not verify other servers");
    }
}
