package dev.berth.kube.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/// Opens connections: directly or through a proxy, with TLS or without.
final class Dialer {
    private static final int HTTP_PROXY_PORT = 80;
    private static final int HTTPS_PROXY_PORT = 443;
    private static final int SOCKS_PORT = 1080;

    private final Endpoint endpoint;
    private final Duration timeout;

    Dialer(Endpoint endpoint, Duration timeout) {
        this.endpoint = endpoint;
        this.timeout = timeout;
    }

    /// @throws NotSentException if there is no way to the server
    HttpConnection dial(SSLContext trust) throws NotSentException {
        Socket socket = new Socket();
        try {
            socket = reach();
            socket.setTcpNoDelay(true);
            socket.setKeepAlive(true);
            return new HttpConnection(
                    endpoint.secure() ? secured(socket, trust) : socket, socket, trust);
        } catch (IOException | RuntimeException e) {
            close(socket);
            throw new NotSentException(
                    "cannot connect to %s: %s".formatted(endpoint, reason(e)), e);
        }
    }

    private static String reason(Exception e) {
        if (e instanceof UnknownHostException) {
            return "lookup %s: no such host".formatted(e.getMessage());
        }
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException nothingLost) {
            // Nobody will use it.
        }
    }

    private Socket reach() throws IOException {
        Optional<URI> proxy = endpoint.proxy();
        if (proxy.isEmpty()) {
            return connected(new Socket(), endpoint.host(), endpoint.port());
        }
        URI via = proxy.get();
        return switch (String.valueOf(via.getScheme())) {
            case "socks5", "socks5h" -> {
                var address = new InetSocketAddress(via.getHost(), port(via, SOCKS_PORT));
                yield connected(
                        new Socket(new Proxy(Proxy.Type.SOCKS, address)),
                        endpoint.host(),
                        endpoint.port());
            }
            case "https" ->
                    tunnel(
                            proxySecured(
                                    connected(
                                            new Socket(),
                                            via.getHost(),
                                            port(via, HTTPS_PROXY_PORT)),
                                    via),
                            via);
            default ->
                    tunnel(connected(new Socket(), via.getHost(), port(via, HTTP_PROXY_PORT)), via);
        };
    }

    private static int port(URI proxy, int usual) {
        return proxy.getPort() >= 0 ? proxy.getPort() : usual;
    }

    private Socket connected(Socket socket, String host, int port) throws IOException {
        try {
            socket.connect(new InetSocketAddress(host, port), (int) timeout.toMillis());
            return socket;
        } catch (IOException e) {
            close(socket);
            throw e;
        }
    }

    private Socket proxySecured(Socket plain, URI via) throws IOException {
        try {
            return handshake(SSLContext.getDefault(), plain, via.getHost(), plain.getPort());
        } catch (NoSuchAlgorithmException e) {
            throw new IOException(e);
        }
    }

    /// Asks the proxy for a way to the server.
    private Socket tunnel(Socket socket, URI via) throws IOException {
        var request = new StringBuilder("CONNECT ");
        request.append(endpoint.authority())
                .append(" HTTP/1.1\r\nHost: ")
                .append(endpoint.authority())
                .append("\r\n");
        if (via.getUserInfo() != null) {
            request.append("Proxy-Authorization: Basic ")
                    .append(
                            Base64.getEncoder()
                                    .encodeToString(
                                            via.getUserInfo().getBytes(StandardCharsets.UTF_8)))
                    .append("\r\n");
        }
        request.append("\r\n");
        socket.setSoTimeout((int) timeout.toMillis());
        socket.getOutputStream().write(request.toString().getBytes(StandardCharsets.ISO_8859_1));
        int status = HttpConnection.tunnelStatus(socket.getInputStream());
        if (status != 200) {
            close(socket);
            throw new IOException("proxy %s answered %d to CONNECT".formatted(via, status));
        }
        return socket;
    }

    private Socket secured(Socket socket, SSLContext trust) throws IOException {
        return handshake(trust, socket, endpoint.host(), endpoint.port());
    }

    private Socket handshake(SSLContext trust, Socket plain, String host, int port)
            throws IOException {
        var secure = (SSLSocket) trust.getSocketFactory().createSocket(plain, host, port, true);
        SSLParameters parameters = secure.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        secure.setSSLParameters(parameters);
        secure.setSoTimeout((int) timeout.toMillis());
        secure.startHandshake();
        return secure;
    }
}
