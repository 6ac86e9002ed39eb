package dev.berth.serving.tls;

import dev.berth.engine.port.Clock;
import dev.berth.engine.port.Log;

import java.net.InetAddress;
import java.security.GeneralSecurityException;

import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;

/// The TLS settings of a server.
public final class ServerTls {
    private final ServerIdentities identities;
    private final Encryption encryption;

    /// Checks the flags and files at once. Keys are generated, if necessary, when the first client
    /// connects.
    ///
    /// @param address the listening address
    /// @throws IllegalArgumentException if flags are invalid, or files contain no certificates
    public ServerTls(TlsOptions options, InetAddress address, Clock clock, Log log) {
        identities = ServerIdentities.of(options, address, clock, log);
        encryption = Encryption.of(options);
        encryption.warnings().forEach(warning -> log.warn(warning));
    }

    /// Uses a single certificate and the default encryption.
    public ServerTls(TlsIdentity identity) {
        identities = ServerIdentities.of(identity);
        encryption = Encryption.of(TlsOptions.DEFAULT);
    }

    /// Creates a new context with every call.
    public SSLContext context() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(
                    new KeyManager[] {new SniKeys(identities)},
                    new TrustManager[] {new AnyClientTrust()},
                    null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no TLS", e);
        }
    }

    /// Requests a client certificate, but does not require it, because clients can also use tokens.
    public void applyTo(SSLParameters parameters) {
        encryption.applyTo(parameters);
        parameters.setWantClientAuth(true);
    }
}
