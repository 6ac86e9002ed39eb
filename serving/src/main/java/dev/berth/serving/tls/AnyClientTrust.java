package dev.berth.serving.tls;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;

import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/// Lets every client in that owns the key to what it shows. Who has issued the certificate, and
/// whether that matters, is decided request by request, with the authorities of that moment.
final class AnyClientTrust extends X509ExtendedTrustManager {
    /// Differs: upstream names the authorities it knows. Clients keep back certificates of others,
    /// so one that we have not heard of yet would never be shown to us.
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
        return new CertificateException("this side is a server and trusts no other");
    }
}
