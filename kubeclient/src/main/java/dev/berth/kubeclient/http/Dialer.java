package dev.berth.kubeclient.http;

import jdk.net.ExtendedSocketOptions;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/// Opens connections: directly or through a proxy, with or without TLS.
final class Dialer {
    private static final Duration CONNECT = Duration.ofSeconds(30);
    private static final int HTTP_PROXY_PORT = 80;
    private static final int HTTPS_PROXY_PORT = 443;
    private static final int SOCKS_PORT = 1080;
    private static final int KEEP_ALIVE_SECONDS = 15;
    private static final int KEEP_ALIVE_PROBES = 3;

    /// IP addresses, which SNI does not allow.
    private static final Pattern NUMBERS = Pattern.compile("[0-9.]*|.*:.*");

    private final ServerAddress endpoint;
    private final String serverName;

    /// @param serverName the server name for TLS; empty for the host of the address
    Dialer(ServerAddress endpoint, String serverName) {
        this.endpoint = endpoint;
        this.serverName = serverName;
    }

    /// @throws NotSentException if the server cannot be reached
    HttpConnection dial(SSLContext trust, Deadline deadline) throws NotSentException {
        try {
            Socket reached = reach(deadline);
            reached.setTcpNoDelay(true);
            Socket socket =
                    endpoint.secure()
                            ? handshake(trust, reached, endpoint.host(), serverName, deadline)
                            : reached;
            return new HttpConnection(socket, deadline.covered(), trust);
        } catch (IOException | RuntimeException e) {
            deadline.closeCovered();
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

    /// Connects to the server or through a proxy. The deadline covers the socket below all TLS.
    private Socket reach(Deadline deadline) throws IOException {
        Optional<URI> proxy = endpoint.proxy();
        if (proxy.isEmpty()) {
            return connected(endpoint.host(), endpoint.port(), deadline);
        }
        URI via = proxy.get();
        String host = via.getHost();
        return switch (String.valueOf(via.getScheme())) {
            case "socks5", "socks5h" -> {
                var address = new InetSocketAddress(host, port(via, SOCKS_PORT));
                // Parity: the proxy resolves the host, for both schemes.
                yield connected(
                        new Socket(new Proxy(Proxy.Type.SOCKS, address)),
                        InetSocketAddress.createUnresolved(endpoint.host(), endpoint.port()),
                        deadline.millisLeft(CONNECT),
                        deadline);
            }
            case "https" -> {
                Socket plain = connected(host, port(via, HTTPS_PROXY_PORT), deadline);
                yield tunnel(handshake(defaults(), plain, host, "", deadline), via, deadline);
            }
            default -> tunnel(connected(host, port(via, HTTP_PROXY_PORT), deadline), via, deadline);
        };
    }

    private static int port(URI proxy, int defaultValue) {
        return proxy.getPort() >= 0 ? proxy.getPort() : defaultValue;
    }

    /// Tries the addresses of a host in order. They share the timeout.
    private static Socket connected(String host, int port, Deadline deadline) throws IOException {
        InetAddress[] addresses = addresses(host);
        int each = Math.max(1, deadline.millisLeft(CONNECT) / addresses.length);
        for (int i = 0; ; i++) {
            try {
                return connected(
                        new Socket(), new InetSocketAddress(addresses[i], port), each, deadline);
            } catch (IOException e) {
                if (i + 1 == addresses.length) {
                    throw e;
                }
            }
        }
    }

    /// @throws UnknownHostException with the host as its message, regardless of the resolver's
    ///   message
    private static InetAddress[] addresses(String host) throws UnknownHostException {
        try {
            return InetAddress.getAllByName(host);
        } catch (UnknownHostException e) {
            var unknown = new UnknownHostException(host);
            unknown.initCause(e);
            throw unknown;
        }
    }

    private static Socket connected(
            Socket socket, InetSocketAddress address, int millis, Deadline deadline)
            throws IOException {
        deadline.covers(socket);
        try {
            keepAlive(socket);
            socket.connect(address, millis);
            return socket;
        } catch (IOException | RuntimeException e) {
            deadline.closeCovered();
            throw e;
        }
    }

    /// Detects a server that is gone even if nothing is sent, as during a watch.
    private static void keepAlive(Socket socket) throws IOException {
        socket.setKeepAlive(true);
        if (socket.supportedOptions().contains(ExtendedSocketOptions.TCP_KEEPIDLE)) {
            socket.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, KEEP_ALIVE_SECONDS);
            socket.setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, KEEP_ALIVE_SECONDS);
            socket.setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, KEEP_ALIVE_PROBES);
        }
    }

    private static SSLContext defaults() throws IOException {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new IOException(e);
        }
    }

    /// Opens a tunnel through the proxy.
    private Socket tunnel(Socket socket, URI via, Deadline deadline) throws IOException {
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
        socket.setSoTimeout(deadline.millisLeft(CONNECT));
        socket.getOutputStream().write(request.toString().getBytes(StandardCharsets.ISO_8859_1));
        int status = HttpConnection.tunnelStatus(socket.getInputStream());
        if (status != 200) {
            throw new IOException("proxy %s answered %d to CONNECT".formatted(via, status));
        }
        return socket;
    }

    /// @param name the server name for SNI, if it differs from the host
    private static Socket handshake(
            SSLContext trust, Socket plain, String host, String name, Deadline deadline)
            throws IOException {
        var secure =
                (SSLSocket)
                        trust.getSocketFactory().createSocket(plain, host, plain.getPort(), true);
        SSLParameters parameters = secure.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        if (!NUMBERS.matcher(name).matches()) {
            parameters.setServerNames(List.of(new SNIHostName(name)));
        }
        secure.setSSLParameters(parameters);
        secure.setSoTimeout(deadline.millisLeft(CONNECT));
        secure.startHandshake();
        return secure;
    }
}
