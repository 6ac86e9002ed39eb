package dev.berth.serving;

import dev.berth.serving.tls.TlsOptions;

import java.net.InetAddress;

/// The address and the protocol settings of a server.
///
/// @param port 0 disables serving
/// @param maxStreams the maximum number of streams of an HTTP/2 connection; 0 for the default
public record ServingOptions(
        InetAddress address,
        int port,
        TlsOptions tls,
        int maxStreams,
        boolean http2,
        boolean sharePort,
        boolean shareAddress) {
    public static final ServingOptions DEFAULT =
            new ServingOptions(
                    InetAddress.ofLiteral("0.0.0.0"),
                    10259,
                    TlsOptions.DEFAULT,
                    0,
                    true,
                    false,
                    false);

    public ServingOptions with(InetAddress newAddress, int newPort) {
        return new ServingOptions(
                newAddress, newPort, tls, maxStreams, http2, sharePort, shareAddress);
    }

    public ServingOptions with(TlsOptions newTls) {
        return new ServingOptions(
                address, port, newTls, maxStreams, http2, sharePort, shareAddress);
    }
}
