package dev.berth.kubeclient.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.kubeclient.tls.Fixtures;
import dev.berth.kubeclient.tls.TlsContexts;
import dev.berth.model.json.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;

import javax.net.ssl.SNIMatcher;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.StandardConstants;

class HttpTransportTest {
    private static final String CHUNKED = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    private final AtomicLong nanos = new AtomicLong();
    private RawServer server;
    private HttpTransport transport;

    @BeforeEach
    void start() throws IOException {
        server = new RawServer();
        transport =
                new HttpTransport(
                        server.endpoint(), "test", nanos::get, Thread.ofVirtual().factory());
    }

    @AfterEach
    void stop() throws IOException {
        transport.close();
        server.close();
    }

    private static SSLContext defaults() {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    private ApiResponse send(ApiRequest request) throws IOException, InterruptedException {
        return transport.send(request, "", defaults());
    }

    private String text(ApiRequest request) throws IOException, InterruptedException {
        try (ApiResponse response = send(request)) {
            return new String(response.body().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private String get() throws IOException, InterruptedException {
        return text(ApiRequest.get("/x"));
    }

    @Test
    void aRequestIsHttp() throws Exception {
        server.answering(OK);
        try (ApiResponse response =
                transport.send(
                        ApiRequest.post("/api?a=b", Json.Obj.EMPTY.with("k", "v")),
                        "Authorization: Bearer t\r\n",
                        defaults())) {
            assertThat(response.status()).isEqualTo(200);
        }
        assertThat(server.request())
                .isEqualTo(
                        """
                        POST /api?a=b HTTP/1.1
                        Host: 127.0.0.1:%d
                        User-Agent: test
                        Accept: application/json
                        Authorization: Bearer t
                        Content-Type: application/json
                        Content-Length: 9

                        {"k":"v"}\
                        """
                                .formatted(server.port()));
    }

    @Test
    void aTracedRequestContainsItsTraceparent() throws Exception {
        server.answering(OK);
        try (ApiResponse response =
                transport.send(
                        ApiRequest.get("/x").tracedBy("00-1-2-01").accepting("a/b"),
                        "",
                        defaults())) {
            assertThat(response.status()).isEqualTo(200);
        }
        assertThat(server.request()).contains("Accept: a/b\n", "traceparent: 00-1-2-01\n");
    }

    record Form(String name, String answer, String body) {}

    static final List<Form> FORMS =
            List.of(
                    new Form("length", OK, "ok"),
                    new Form(
                            "chunks",
                            CHUNKED + "3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nTrailer: t\r\n\r\n",
                            "abcde"),
                    new Form("nothing", "HTTP/1.1 204 No Content\r\n\r\n", ""),
                    new Form("empty", "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n", ""),
                    new Form(
                            "an interim answer first", "HTTP/1.1 100 Continue\r\n\r\n" + OK, "ok"));

    @ParameterizedTest
    @FieldSource("FORMS")
    void bodiesComeInSeveralFormsAndTheConnectionIsKept(Form form) throws Exception {
        server.answering(form.answer()).answering(OK);
        assertThat(get()).isEqualTo(form.body());
        assertThat(get()).isEqualTo("ok");
        assertThat(server.connections()).isEqualTo(1);
    }

    @Test
    void aBodyWithoutLengthEndsWithTheConnection() throws Exception {
        server.answering("HTTP/1.1 200 OK\r\n\r\nall of it" + RawServer.CLOSE).answering(OK);
        assertThat(get()).isEqualTo("all of it");
        assertThat(get()).isEqualTo("ok");
        assertThat(server.connections()).isEqualTo(2);
    }

    @Test
    void aConnectionThatTheServerClosesIsNotReused() throws Exception {
        server.answering("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok")
                .answering(OK);
        get();
        get();
        assertThat(server.connections()).isEqualTo(2);
    }

    @Test
    void aClosedConnectionIsReplacedForReadsAndReportedForWrites() throws Exception {
        server.answering(OK + RawServer.CLOSE).answering(OK + RawServer.CLOSE).answering(OK);
        get();
        assertThat(get()).isEqualTo("ok");
        assertThatThrownBy(() -> text(ApiRequest.post("/x", Json.Obj.EMPTY)))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(NotSentException.class);
    }

    @Test
    void aConnectionIdleForLongIsNotUsedAgain() throws Exception {
        server.answering(OK).answering(OK);
        get();
        nanos.addAndGet(Duration.ofSeconds(46).toNanos());
        get();
        assertThat(server.connections()).isEqualTo(2);
    }

    @Test
    void anUnreadBodyClosesTheConnection() throws Exception {
        server.answering("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\nbegin").answering(OK);
        send(ApiRequest.get("/long")).close();
        assertThat(get()).isEqualTo("ok");
        assertThat(server.connections()).isEqualTo(2);
    }

    @Test
    void aShortRestIsDrainedToKeepTheConnection() throws Exception {
        String chunk = "c00\r\n" + "x".repeat(0xc00) + "\r\n";
        server.answering(CHUNKED + chunk + "0\r\n\r\n")
                .answering("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nbegin")
                .answering(OK);
        send(ApiRequest.get("/chunks")).close();
        send(ApiRequest.get("/length")).close();
        assertThat(get()).isEqualTo("ok");
        assertThat(server.connections()).isEqualTo(1);
    }

    @Test
    void aLongChunkedRestClosesTheConnection() throws Exception {
        String chunk = "10000\r\n" + "x".repeat(0x10000) + "\r\n";
        server.answering(CHUNKED + chunk + chunk + "0\r\n\r\n").answering(OK);
        send(ApiRequest.get("/chunks")).close();
        assertThat(get()).isEqualTo("ok");
        assertThat(server.connections()).isEqualTo(2);
    }

    @Test
    void theRestOfAWatchIsNotDrained() throws Exception {
        server.answering(CHUNKED + "2\r\nok\r\n").answering(OK);
        send(ApiRequest.get("/x?watch=true").silentFor(Duration.ofDays(1))).close();
        assertThat(get()).isEqualTo("ok");
        assertThat(server.connections()).isEqualTo(2);
    }

    static final List<Form> BROKEN =
            List.of(
                    new Form(
                            "cut off",
                            "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok" + RawServer.CLOSE,
                            "the body is cut off"),
                    new Form(
                            "cut off in a chunk",
                            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nok"
                                    + RawServer.CLOSE,
                            "the body is cut off"),
                    new Form(
                            "cut off between chunks",
                            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n"
                                    + RawServer.CLOSE,
                            "the server closed the connection"),
                    new Form(
                            "no size of a chunk",
                            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                            "not the size of a chunk: zz"),
                    new Form(
                            "no length",
                            "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
                            "not a length: -1"),
                    new Form(
                            "a length beyond all numbers",
                            "HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775808\r\n\r\n",
                            "not a length: 9223372036854775808"),
                    new Form(
                            "a chunk beyond all numbers",
                            CHUNKED + "8000000000000000\r\n",
                            "not the size of a chunk: 8000000000000000"),
                    new Form("another language", "SSH-2.0\r\n", "this is not HTTP/1.1: SSH-2.0"),
                    new Form(
                            "a compressed body",
                            "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
                            "unsupported transfer encoding: [gzip, chunked]"),
                    new Form("no header", "HTTP/1.1 200 OK\r\nxx\r\n", "not a header: xx"),
                    new Form("nothing at all", RawServer.CLOSE, "the server closed the connection"),
                    new Form(
                            "an endless head",
                            "HTTP/1.1 200 OK\r\na: " + "b".repeat(70_000),
                            "the head of the response is longer than 65536"));

    @ParameterizedTest
    @FieldSource("BROKEN")
    void anInvalidResponseIsReported(Form form) {
        server.answering(form.answer());
        assertThatThrownBy(this::get)
                .isInstanceOf(IOException.class)
                .hasMessageContaining(form.body());
    }

    @Test
    void aSilentServerTimesOut() {
        server.answering("");
        assertThatThrownBy(() -> text(ApiRequest.get("/x").within(Duration.ofMillis(50))))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("no response within");
    }

    @Test
    void aSilentBodyTimesOut() {
        server.answering("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n");
        assertThatThrownBy(() -> text(ApiRequest.get("/x").silentFor(Duration.ofMillis(50))))
                .isInstanceOf(IOException.class);
    }

    @Test
    void aSilentServerIsNotAskedAgainOnAnotherConnection() throws Exception {
        server.answering(OK).answering("");
        get();
        assertThatThrownBy(() -> text(ApiRequest.get("/x").within(Duration.ofMillis(50))))
                .hasMessageStartingWith("no response within");
        assertThat(server.connections()).isEqualTo(1);
    }

    /// A response whose body arrives byte by byte.
    @ParameterizedTest
    @ValueSource(
            strings = {"HTTP/1.1 200 OK\r\nX: ", "HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n"})
    @Timeout(20)
    void aSlowResponseEndsAtTheDeadline(String beginning) throws IOException {
        try (var slow = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var real =
                        new HttpTransport(
                                ServerAddress.of(
                                        "http://127.0.0.1:" + slow.getLocalPort(),
                                        false,
                                        Optional.empty()),
                                "test",
                                System::nanoTime,
                                Thread.ofVirtual().factory())) {
            Thread.ofVirtual().start(() -> dribble(slow, beginning));
            assertThatThrownBy(
                            () -> {
                                ApiRequest request =
                                        ApiRequest.get("/x").within(Duration.ofMillis(500));
                                try (ApiResponse response = real.send(request, "", defaults())) {
                                    response.body().readAllBytes();
                                }
                            })
                    .hasMessage("no complete response within 0s");
        }
    }

    /// Sends a byte every 20 ms until the client is gone.
    private static void dribble(ServerSocket server, String beginning) {
        try (Socket client = server.accept()) {
            client.getOutputStream().write(beginning.getBytes(StandardCharsets.US_ASCII));
            client.setSoTimeout(20);
            while (true) {
                client.getOutputStream().write('x');
                try {
                    if (client.getInputStream().read() < 0) {
                        return;
                    }
                } catch (SocketTimeoutException next) {
                    // The client waits for more.
                }
            }
        } catch (IOException gone) {
            // The client has closed the connection.
        }
    }

    @Test
    @Timeout(20)
    void aRequestCanBeCancelled() throws Exception {
        server.answering("");
        var cancellation = new Cancellation();
        ApiRequest request = ApiRequest.get("/x").cancelledBy(cancellation);
        Thread.ofVirtual()
                .start(() -> {
                    try {
                        server.request();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                    cancellation.cancel();
                });
        assertThatThrownBy(() -> send(request)).hasMessage("the request was cancelled");
        assertThatThrownBy(() -> send(request))
                .isInstanceOf(NotSentException.class)
                .hasMessage("the request was cancelled");
        assertThat(server.connections()).isEqualTo(1);
    }

    static final List<String> CLOSING =
            List.of(
                    "HTTP/1.1 200 OK\r\nConnection: keep-alive, Close\r\n",
                    "HTTP/1.0 200 OK\r\n",
                    "HTTP/1.0 200 OK\r\nConnection: foo\r\n");

    @ParameterizedTest
    @FieldSource("CLOSING")
    void aConnectionThatTheServerClosesIsNotReused(String head) throws Exception {
        server.answering(head + "Content-Length: 2\r\n\r\nok").answering(OK);
        assertThat(get()).isEqualTo("ok");
        assertThat(get()).isEqualTo("ok");
        assertThat(server.connections()).isEqualTo(2);
    }

    @Test
    void anUnreachableServerIsDistinguished() throws Exception {
        int port;
        try (var briefly = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = briefly.getLocalPort();
        }
        var nowhere =
                new HttpTransport(
                        ServerAddress.of("http://127.0.0.1:" + port, false, Optional.empty()),
                        "test",
                        nanos::get,
                        Thread.ofVirtual().factory());
        assertThatThrownBy(() -> nowhere.send(ApiRequest.get("/x"), "", defaults()))
                .isInstanceOf(NotSentException.class)
                .hasMessageContaining("cannot connect to http://127.0.0.1:");
    }

    @Test
    void anUnknownHostNameIsReported() {
        var nowhere =
                new HttpTransport(
                        ServerAddress.of("http://no.such.host.invalid:1", false, Optional.empty()),
                        "test",
                        nanos::get,
                        Thread.ofVirtual().factory());
        assertThatThrownBy(() -> nowhere.send(ApiRequest.get("/x"), "", defaults()))
                .hasMessage(
                        "cannot connect to http://no.such.host.invalid:1: lookup"
                                + " no.such.host.invalid: no such host");
    }

    @Test
    void aProxyIsUsedThroughATunnel() throws Exception {
        server.answering("HTTP/1.1 200 Connection established\r\n\r\n").answering(OK);
        URI proxy = URI.create("http://me:secret@127.0.0.1:" + server.port());
        try (var through =
                new HttpTransport(
                        ServerAddress.of("http://far.example:80", false, Optional.of(proxy)),
                        "test",
                        nanos::get,
                        Thread.ofVirtual().factory())) {
            through.send(ApiRequest.get("/x"), "", defaults()).close();
        }
        assertThat(server.request())
                .startsWith("CONNECT far.example:80 HTTP/1.1\n")
                .contains("Proxy-Authorization: Basic bWU6c2VjcmV0\n");
        assertThat(server.request()).startsWith("GET /x HTTP/1.1\nHost: far.example:80\n");
    }

    @Test
    void aProxyThatRejectsIsReported() {
        server.answering("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
        URI proxy = URI.create("http://127.0.0.1:" + server.port());
        var through =
                new HttpTransport(
                        ServerAddress.of("http://far.example", false, Optional.of(proxy)),
                        "test",
                        nanos::get,
                        Thread.ofVirtual().factory());
        assertThatThrownBy(() -> through.send(ApiRequest.get("/x"), "", defaults()))
                .isInstanceOf(NotSentException.class)
                .hasMessageContaining("answered 407 to CONNECT");
    }

    @Test
    void theConfiguredServerNameIsSentInTheHandshake() throws Exception {
        String authority = Fixtures.read("ca.pem");
        SSLContext ours =
                TlsContexts.make(
                        new TlsContexts.Wanted(
                                authority,
                                Fixtures.read("server.pem"),
                                Fixtures.read("server.key"),
                                "",
                                false));
        var socket =
                (SSLServerSocket)
                        ours.getServerSocketFactory()
                                .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        var serverNames = new LinkedBlockingQueue<String>();
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setSNIMatchers(
                List.of(
                        new SNIMatcher(StandardConstants.SNI_HOST_NAME) {
                            @Override
                            public boolean matches(SNIServerName name) {
                                return serverNames.add(
                                        new String(name.getEncoded(), StandardCharsets.UTF_8));
                            }
                        }));
        socket.setSSLParameters(parameters);
        try (var secure = new RawServer(socket);
                var over =
                        new HttpTransport(
                                ServerAddress.of(
                                        "https://127.0.0.1:" + secure.port(),
                                        true,
                                        Optional.empty()),
                                "api.example",
                                "test",
                                nanos::get,
                                Thread.ofVirtual().factory())) {
            secure.answering(OK);
            SSLContext trusting =
                    TlsContexts.make(new TlsContexts.Wanted(authority, "", "", "", true));
            over.send(ApiRequest.get("/x"), "", trusting).close();
            assertThat(serverNames).containsExactly("api.example");
        }
    }

    @Test
    void aServerMustAuthenticate() throws Exception {
        String authority = Fixtures.read("ca.pem");
        SSLContext ours =
                TlsContexts.make(
                        new TlsContexts.Wanted(
                                authority,
                                Fixtures.read("server.pem"),
                                Fixtures.read("server.key"),
                                "",
                                false));
        try (var secure =
                        new RawServer(
                                ours.getServerSocketFactory()
                                        .createServerSocket(
                                                0, 50, InetAddress.getLoopbackAddress()));
                var over =
                        new HttpTransport(
                                ServerAddress.of(
                                        "https://127.0.0.1:" + secure.port(),
                                        true,
                                        Optional.empty()),
                                "test",
                                nanos::get,
                                Thread.ofVirtual().factory())) {
            secure.answering(OK);
            SSLContext trusting =
                    TlsContexts.make(new TlsContexts.Wanted(authority, "", "", "", false));
            try (ApiResponse response = over.send(ApiRequest.get("/x"), "", trusting)) {
                assertThat(response.status()).isEqualTo(200);
            }
            assertThatThrownBy(() -> over.send(ApiRequest.get("/x"), "", defaults()))
                    .as("with other certificates the connection that is kept is not used")
                    .isInstanceOf(NotSentException.class);
        }
    }
}
