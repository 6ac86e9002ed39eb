package dev.berth.serving;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.berth.engine.port.Log;

import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.DetectorConnectionFactory;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.Callback;

import java.nio.ByteBuffer;

/// Accepts connections that begin with TLS, and answers all others with an error in plain text.
final class TlsOnly extends DetectorConnectionFactory {
    private static final byte[] PLAIN_TEXT_ERROR =
            """
            HTTP/1.0 400 Bad Request\r
            \r
            Client sent an HTTP request to an HTTPS server.
            """
                    .getBytes(US_ASCII);

    private final Log log;

    TlsOnly(SslConnectionFactory encrypted, Log log) {
        super(encrypted);
        this.log = log;
    }

    /// Without this override, the protocols behind TLS would be served in plain text.
    @Override
    protected void nextProtocol(Connector connector, EndPoint client, ByteBuffer buffer) {
        log.info(
                0,
                "Client sent an HTTP request to an HTTPS server",
                "client",
                String.valueOf(client.getRemoteSocketAddress()));
        client.write(Callback.from(client::close), ByteBuffer.wrap(PLAIN_TEXT_ERROR));
    }
}
