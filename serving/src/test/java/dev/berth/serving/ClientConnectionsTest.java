package dev.berth.serving;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.berth.serving.http.Endpoint;
import dev.berth.serving.http.ServerResponse;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;

@Timeout(60)
class ClientConnectionsTest {
    private static final Endpoint ENDPOINT =
            call -> {
                if (call.path().equals("/login")) {
                    call.connection().authenticated();
                }
                return ServerResponse.text("ok");
            };

    private static final Duration SHORT = Duration.ofMillis(300);
    private static final ClientLimits SHORT_HEAD = ClientLimits.DEFAULTS.withHeadTime(SHORT);

    /// The beginning of a TLS record with a handshake of 512 bytes.
    private static final String HANDSHAKE = "\u0016\u0003\u0001\u0002\u0000";

    private static final String HEAD = "GET / HTTP/1.1\r\nHost: localhost\r\n";

    @Test
    void aClientThatIsSilentOrSlowBeforeTheHandshakeIsDisconnected() throws IOException {
        try (var fixture = ServerFixture.open(ServerFixture.LOOPBACK, SHORT_HEAD, ENDPOINT);
                Socket silent = connection(fixture);
                Socket slow = connection(fixture)) {
            slow.getOutputStream().write(HANDSHAKE.getBytes(US_ASCII));
            assertThat(silent.getInputStream().read()).isEqualTo(-1);
            assertDisconnectedWhileSending(slow);
        }
    }

    @Test
    void aClientThatSendsItsHeadTooSlowlyIsDisconnected() throws IOException {
        try (var fixture = ServerFixture.open(ServerFixture.LOOPBACK, SHORT_HEAD, ENDPOINT);
                SSLSocket slow = tlsConnection(fixture)) {
            slow.getOutputStream().write((HEAD + "X-Long: ").getBytes(US_ASCII));
            assertDisconnectedWhileSending(slow);
        }
    }

    @Test
    void aClientThatSendsItsSecondHeadTooSlowlyIsDisconnected() throws IOException {
        ClientLimits limits = SHORT_HEAD.withIdle(SHORT);
        try (var fixture = ServerFixture.open(ServerFixture.LOOPBACK, limits, ENDPOINT);
                SSLSocket slow = tlsConnection(fixture)) {
            assertThat(get(slow, "/")).startsWith("HTTP/1.1 200 ");
            slow.getOutputStream().write((HEAD + "X-Long: ").getBytes(US_ASCII));
            assertDisconnectedWhileSending(slow);
        }
    }

    @Test
    void aClientThatSendsItsBodyTooSlowlyIsDisconnected() throws IOException {
        ClientLimits limits = ClientLimits.DEFAULTS.withBodyTime(SHORT);
        try (var fixture = ServerFixture.open(ServerFixture.LOOPBACK, limits, ENDPOINT);
                SSLSocket slow = tlsConnection(fixture)) {
            slow.getOutputStream()
                    .write(
                            "PUT / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n"
                                    .getBytes(US_ASCII));
            assertDisconnectedWhileSending(slow);
        }
    }

    @Test
    void manySilentConnectionsDoNotKeepOthersOut() throws IOException {
        var silent = new ArrayList<Socket>();
        try (var fixture = ServerFixture.open(ServerFixture.LOOPBACK, ENDPOINT);
                SSLSocket authenticated = tlsConnection(fixture)) {
            assertThat(get(authenticated, "/login")).startsWith("HTTP/1.1 200 ");
            for (int i = 0; i < 2 * ClientLimits.DEFAULTS.maxUnauthenticated(); i++) {
                silent.add(connection(fixture));
            }
            assertThat(fixture.get("/").statusCode()).isEqualTo(200);
            assertThat(silent.getFirst().getInputStream().read()).isEqualTo(-1);
            assertThat(get(authenticated, "/")).startsWith("HTTP/1.1 200 ");
        } finally {
            closeAll(silent);
        }
    }

    private static void closeAll(List<Socket> sockets) throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    private static Socket connection(ServerFixture fixture) throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), fixture.port());
    }

    private static SSLSocket tlsConnection(ServerFixture fixture) throws IOException {
        var socket =
                (SSLSocket)
                        ServerFixture.anybodysContext()
                                .getSocketFactory()
                                .createSocket(InetAddress.getLoopbackAddress(), fixture.port());
        socket.startHandshake();
        return socket;
    }

    private static String get(SSLSocket socket, String path) throws IOException {
        socket.getOutputStream()
                .write(
                        "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n"
                                .formatted(path)
                                .getBytes(US_ASCII));
        var response = new StringBuilder();
        while (!response.toString().endsWith("\r\n\r\nok")) {
            int next = socket.getInputStream().read();
            assertThat(next).as("after " + response).isNotNegative();
            response.append((char) next);
        }
        return response.toString();
    }

    /// Sends single bytes until the server closes the connection.
    private static void assertDisconnectedWhileSending(Socket socket) throws IOException {
        socket.setSoTimeout(20);
        while (true) {
            try {
                socket.getOutputStream().write('x');
                assertThat(socket.getInputStream().read()).isEqualTo(-1);
                return;
            } catch (SocketTimeoutException stillOpen) {
                // The next byte follows.
            } catch (SocketException | SSLException closed) {
                return;
            }
        }
    }
}
