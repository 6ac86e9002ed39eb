package dev.berth.serving.tls;

import dev.berth.engine.port.Clock;
import dev.berth.engine.port.Log;

import java.net.InetAddress;
import java.security.GeneralSecurityException;

import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;

/// Everything that a server needs to speak TLS.
public final class ServerTls {
    private final ServerIdentities identities;
    private final Encryption encryption;

    /// Options and files are looked at now; keys are made, if they must be, when the first client
    /// comes.
    ///
    /// @param address where the server listens
    /// @throws IllegalArgumentException if options make no sense, or files hold no certificates
    public ServerTls(TlsOptions options, InetAddress address, Clock clock, Log log) {
        identities = ServerIdentities.of(options, address, clock, log);
        encryption = Encryption.of(options);
        encryption.warnings().forEach(warning -> log.warn(warning));
    }

    /// With what is proven by this and nothing else, and the usual encryption.
    public ServerTls(TlsIdentity identity) {
        identities = ServerIdentities.of(identity);
        encryption = Encryption.of(TlsOptions.DEFAULT);
    }

    /// Made anew by every call.
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

    /// Asks clients for certificates but takes those who have none: they may have tokens.
    public void applyTo(SSLParameters parameters) {
        encryption.applyTo(parameters);
        parameters.setWantClientAuth(true);
    }
}
