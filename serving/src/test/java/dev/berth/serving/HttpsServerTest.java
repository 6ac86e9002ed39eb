package dev.berth.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.serving.http.Endpoint;
import dev.berth.serving.http.ServerRequest;
import dev.berth.serving.http.ServerResponse;
import dev.berth.serving.tls.Authority;
import dev.berth.serving.tls.TlsIdentity;
import dev.berth.serving.tls.TlsOptions;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.FieldSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

@Timeout(60)
class HttpsServerTest {
    private static final Endpoint ECHO =
            call ->
                    ServerResponse.text(
                            "%s %s %s %s"
                                    .formatted(
                                            call.method(),
                                            call.path(),
                                            call.query().all("a"),
                                            new String(call.body(), UTF_8)));

    @TempDir private Path folder;

    @ParameterizedTest
    @EnumSource
    void bothVersionsAreServed(HttpClient.Version version) {
        try (var fixture = ServerFixture.open(ServerFixture.LOOPBACK, ECHO)) {
            HttpResponse<String> answer =
                    fixture.send(
                            fixture.anyUser(),
                            fixture.request("/x%2fy+z?a=1&a=b+c&d")
                                    .version(version)
                                    .PUT(BodyPublishers.ofString("body")));
            assertThat(answer.version()).isEqualTo(version);
            assertThat(answer.body()).isEqualTo("PUT /x/y+z [1, b c] body");
            assertThat(answer.headers().map())
                    .containsEntry("cache-control", List.of("no-cache, private"))
                    .containsEntry("content-type", List.of("text/plain; charset=utf-8"))
                    .containsKey("date")
                    .doesNotContainKey("server");
        }
    }

    private static final ServingOptions HTTP_1_ONLY =
            new ServingOptions(
                    InetAddress.getLoopbackAddress(),
                    0,
                    TlsOptions.DEFAULT,
                    0,
                    false,
                    false,
                    false);

    static final List<ServingOptions> WITH_AND_WITHOUT_HTTP2 =
            List.of(ServerFixture.LOOPBACK, HTTP_1_ONLY);

    @ParameterizedTest
    @FieldSource("WITH_AND_WITHOUT_HTTP2")
    void aPlainTextClientGetsAnErrorAndNothingElse(ServingOptions options) throws IOException {
        try (var fixture = ServerFixture.open(options, ECHO);
                var socket = new Socket(InetAddress.getLoopbackAddress(), fixture.port())) {
            socket.getOutputStream()
                    .write("GET /secret HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), US_ASCII))
                    .isEqualTo(
                            """
                            HTTP/1.0 400 Bad Request\r
                            \r
                            Client sent an HTTP request to an HTTPS server.
                            """);
            assertThat(fixture.get("/").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void http2CanBeTurnedOff() {
        try (var fixture = ServerFixture.open(HTTP_1_ONLY, ECHO)) {
            assertThat(fixture.get("/").version()).isEqualTo(HttpClient.Version.HTTP_1_1);
        }
    }

    @Test
    void aPortCanBeSharedIfBothWantIt() throws IOException {
        ServingOptions shared =
                new ServingOptions(
                        InetAddress.getLoopbackAddress(),
                        0,
                        TlsOptions.DEFAULT,
                        0,
                        true,
                        true,
                        false);
        try (var first = ServerFixture.open(shared, ECHO)) {
            ServerFixture.open(shared.with(InetAddress.getLoopbackAddress(), first.port()), ECHO)
                    .close();
            assertThat(first.get("/").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void anOccupiedPortIsNamed() {
        try (var first = ServerFixture.open(ServerFixture.LOOPBACK, ECHO)) {
            ServingOptions taken =
                    ServerFixture.LOOPBACK.with(InetAddress.getLoopbackAddress(), first.port());
            assertThatThrownBy(() -> ServerFixture.open(taken, ECHO))
                    .hasMessageContaining(
                            "failed to create listener: failed to listen on 127.0.0.1:"
                                    + first.port());
        }
    }

    @Test
    void aHeadRequestReturnsTheHeadersOfTheGet() {
        try (var fixture = ServerFixture.open(ServerFixture.LOOPBACK, ECHO)) {
            HttpResponse<String> answer =
                    fixture.send(fixture.anyUser(), fixture.request("/").HEAD());
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).isEmpty();
            assertThat(answer.headers().firstValue("content-length")).hasValue("10");
        }
    }

    @Test
    void aFailingEndpointAffectsNoOther() {
        try (var fixture =
                ServerFixture.open(
                        ServerFixture.LOOPBACK,
                        call -> {
                            if (call.path().equals("/bad")) {
                                throw new IllegalStateException("on purpose");
                            }
                            return ServerResponse.text("ok");
                        })) {
            HttpResponse<String> answer = fixture.get("/bad");
            assertThat(answer.statusCode()).isEqualTo(500);
            assertThat(answer.body()).doesNotContain("on purpose");
            assertThat(fixture.get("/good").body()).isEqualTo("ok");
        }
    }

    @Test
    void largeBodiesAreRejected() {
        try (var fixture = ServerFixture.open(ServerFixture.LOOPBACK, ECHO)) {
            HttpResponse<String> answer =
                    fixture.send(
                            fixture.anyUser(),
                            fixture.request("/")
                                    .version(HttpClient.Version.HTTP_2)
                                    .PUT(BodyPublishers.ofString("x".repeat(70_000))));
            assertThat(answer.statusCode()).isEqualTo(413);
            assertThat(fixture.get("/").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void largeHeadsAreRejected() {
        try (var fixture = ServerFixture.open(ServerFixture.LOOPBACK, ECHO)) {
            HttpResponse<String> answer =
                    fixture.send(
                            fixture.anyUser(),
                            fixture.request("/")
                                    .version(HttpClient.Version.HTTP_1_1)
                                    .header("X", "x".repeat(70_000)));
            assertThat(answer.statusCode()).isEqualTo(431);
            assertThat(answer.body()).isEqualTo("431 Request Header Fields Too Large");
        }
    }

    @Test
    void aMalformedRequestGetsAShortError() throws IOException {
        try (var fixture = ServerFixture.open(ServerFixture.LOOPBACK, ECHO)) {
            assertThat(raw(fixture, "nonsense\r\n\r\n"))
                    .startsWith("HTTP/1.1 400 Bad Request")
                    .doesNotContainIgnoringCase("jetty");
            assertThat(raw(fixture, "GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
                    .startsWith("HTTP/1.1 400 Bad Request");
            assertThat(fixture.get("/").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void unusualPathsAreTakenLiterally() throws IOException {
        String head = "GET /a//%2e/b;c HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
        try (var fixture = ServerFixture.open(ServerFixture.LOOPBACK, ECHO)) {
            assertThat(raw(fixture, head)).endsWith("GET /a//./b;c [] ");
        }
    }

    private static String raw(ServerFixture fixture, String request) throws IOException {
        try (SSLSocket socket = connected(fixture, "")) {
            socket.getOutputStream().write(request.getBytes(US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), US_ASCII);
        }
    }

    private static SSLSocket connected(ServerFixture fixture, String name) throws IOException {
        var socket =
                (SSLSocket)
                        ServerFixture.anybodysContext()
                                .getSocketFactory()
                                .createSocket(InetAddress.getLoopbackAddress(), fixture.port());
        if (!name.isEmpty()) {
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setServerNames(List.of(new SNIHostName(name)));
            socket.setSSLParameters(parameters);
        }
        return socket;
    }

    private static X509Certificate shown(ServerFixture fixture, String name) throws IOException {
        try (SSLSocket socket = connected(fixture, name)) {
            return (X509Certificate) socket.getSession().getPeerCertificates()[0];
        }
    }

    @Test
    void malformedBytesDoNoHarm() throws IOException {
        long seed = Long.getLong("test.seed", 42);
        var random = new SplittableRandom(seed);
        try (var fixture = ServerFixture.open(ServerFixture.LOOPBACK, ECHO)) {
            for (int i = 0; i < 50; i++) {
                var bytes = new byte[random.nextInt(1, 4000)];
                random.nextBytes(bytes);
                if (random.nextBoolean()) {
                    // The beginning of a handshake.
                    bytes[0] = 0x16;
                }
                try (var socket = new Socket(InetAddress.getLoopbackAddress(), fixture.port())) {
                    socket.getOutputStream().write(bytes);
                } catch (IOException reset) {
                    assertThat(reset).isNotNull();
                }
                byte[] inside = bytes;
                try (SSLSocket socket = connected(fixture, "")) {
                    socket.getOutputStream().write(inside);
                } catch (IOException reset) {
                    assertThat(reset).isNotNull();
                }
            }
            assertThat(fixture.get("/").statusCode()).as("after seed %s", seed).isEqualTo(200);
        }
    }

    @Test
    void silentClientsAreDisconnected() throws IOException {
        ClientLimits limits = ClientLimits.DEFAULTS.withIdle(Duration.ofMillis(200));
        try (var fixture = ServerFixture.open(ServerFixture.LOOPBACK, limits, ECHO);
                SSLSocket socket = connected(fixture, "");
                var mute = new Socket(InetAddress.getLoopbackAddress(), fixture.port())) {
            socket.getOutputStream().write("GET / HT".getBytes(US_ASCII));
            assertThat(mute.getInputStream().read()).isEqualTo(-1);
            assertThat(new String(socket.getInputStream().readAllBytes(), US_ASCII))
                    .doesNotContain("200");
        }
    }

    @Test
    void responsesInProgressAreSentBeforeTheEnd() throws Exception {
        var asked = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        var fixture =
                ServerFixture.open(
                        ServerFixture.LOOPBACK,
                        call -> {
                            if (call.path().equals("/slow")) {
                                asked.countDown();
                                goOn.await();
                            }
                            return ServerResponse.text("done");
                        });
        HttpClient client = fixture.anyUser();
        CompletableFuture<HttpResponse<String>> answer =
                client.sendAsync(
                        fixture.request("/slow").build(), HttpResponse.BodyHandlers.ofString());
        asked.await();
        int port = fixture.port();
        Thread closing = Thread.ofVirtual().start(fixture::close);
        goOn.countDown();
        assertThat(answer.get().body()).isEqualTo("done");
        closing.join();
        assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port))
                .isInstanceOf(IOException.class);
    }

    @Test
    void theServerStopsInTimeDespiteRequestsInProgress() throws Exception {
        ClientLimits limits = ClientLimits.DEFAULTS.withStop(Duration.ofMillis(300));
        var asked = new CountDownLatch(1);
        var never = new CountDownLatch(1);
        var fixture =
                ServerFixture.open(
                        ServerFixture.LOOPBACK,
                        limits,
                        call -> {
                            asked.countDown();
                            never.await();
                            return ServerResponse.text("done");
                        });
        HttpClient client = fixture.anyUser();
        CompletableFuture<HttpResponse<String>> answer =
                client.sendAsync(
                        fixture.request("/").build(), HttpResponse.BodyHandlers.ofString());
        asked.await();
        fixture.close();
        assertThat(answer).failsWithin(Duration.ofSeconds(20));
    }

    @Test
    void changedFilesAreUsedAfterASecond() throws IOException {
        var authority = new Authority("ca", Instant.now());
        TlsIdentity before = authority.server("before");
        TlsIdentity after = authority.server("after");
        Path certificate = folder.resolve("tls.crt");
        Path key = folder.resolve("tls.key");
        Files.writeString(certificate, before.pem());
        Files.writeString(key, before.keyPem());
        ServingOptions options =
                ServerFixture.LOOPBACK.with(
                        TlsOptions.DEFAULT.withFiles(certificate.toString(), key.toString()));
        try (var fixture = ServerFixture.open(options, ECHO)) {
            assertThat(shown(fixture, "")).isEqualTo(before.own());
            Files.writeString(certificate, after.pem());
            assertThat(shown(fixture, "")).isEqualTo(before.own());
            fixture.pass(Duration.ofSeconds(1));
            assertThat(shown(fixture, "")).as("they do not fit yet").isEqualTo(before.own());
            Files.writeString(key, after.keyPem());
            fixture.pass(Duration.ofSeconds(1));
            assertThat(shown(fixture, "")).isEqualTo(after.own());
        }
    }

    @Test
    void theServerNameSelectsTheCertificate() throws IOException {
        var authority = new Authority("ca", Instant.now());
        TlsIdentity defaultValue = authority.server("usual");
        TlsIdentity own = authority.server("own.example.com");
        TlsIdentity given = authority.server("whatever");
        TlsOptions options =
                new TlsOptions(
                        "",
                        file("usual.crt", defaultValue.pem()),
                        file("usual.key", defaultValue.keyPem()),
                        List.of(
                                new TlsOptions.NamedFiles(
                                        file("own.crt", own.pem()),
                                        file("own.key", own.keyPem()),
                                        List.of()),
                                new TlsOptions.NamedFiles(
                                        file("given.crt", given.pem()),
                                        file("given.key", given.keyPem()),
                                        List.of("*.example.com"))),
                        List.of(),
                        List.of(),
                        "");
        try (var fixture = ServerFixture.open(ServerFixture.LOOPBACK.with(options), ECHO)) {
            assertThat(shown(fixture, "")).isEqualTo(defaultValue.own());
            assertThat(shown(fixture, "other.org")).isEqualTo(defaultValue.own());
            assertThat(shown(fixture, "OWN.example.com")).isEqualTo(own.own());
            assertThat(shown(fixture, "a.example.com")).isEqualTo(given.own());
        }
    }

    private String file(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content).toString();
    }

    @Test
    void aGeneratedCertificateIsKeptInTheFolder() throws IOException {
        TlsOptions options =
                new TlsOptions(
                        folder.resolve("pki").toString(),
                        "",
                        "",
                        List.of(),
                        List.of(),
                        List.of(),
                        "");
        X509Certificate first;
        try (var fixture = ServerFixture.open(ServerFixture.LOOPBACK.with(options), ECHO)) {
            first = shown(fixture, "");
        }
        try (var fixture = ServerFixture.open(ServerFixture.LOOPBACK.with(options), ECHO)) {
            assertThat(shown(fixture, "")).isEqualTo(first);
        }
        assertThat(Files.getPosixFilePermissions(folder.resolve("pki/kube-scheduler.key")))
                .hasSize(2);
        Files.delete(folder.resolve("pki/kube-scheduler.key"));
        assertThatThrownBy(() -> ServerFixture.open(ServerFixture.LOOPBACK.with(options), ECHO))
                .hasMessageEndingWith("certificate and key must be supplied as a pair");
    }

    @Test
    void filesThatDoNotMatchAreNamed() throws IOException {
        var authority = new Authority("ca", Instant.now());
        TlsOptions options =
                TlsOptions.DEFAULT.withFiles(
                        file("a.crt", authority.server("a").pem()),
                        file("b.key", authority.server("b").keyPem()));
        assertThatThrownBy(() -> ServerFixture.open(ServerFixture.LOOPBACK.with(options), ECHO))
                .hasMessageContaining("a.crt")
                .hasMessageEndingWith("private key does not match public key");
    }

    @Test
    void filesWithoutCertificateOrKeyAreNamedWithTheReason() throws IOException {
        var authority = new Authority("ca", Instant.now());
        String certificate = file("a.crt", authority.server("a").pem());
        String junk = file("junk.pem", "junk");
        String none = folder.resolve("none").toString();
        assertThat(problem(none, junk))
                .isEqualTo(none + " cannot be read: no such file or directory");
        assertThat(problem(folder.toString(), junk))
                .isEqualTo(folder + " cannot be read: is a directory");
        assertThat(problem(junk, junk))
                .isEqualTo(junk + ": there is no certificate in it (PEM is expected)");
        assertThat(problem(certificate, junk))
                .isEqualTo(junk + ": there is no private key in it (PEM is expected)");
        assertThat(problem(certificate, ""))
                .isEqualTo(
                        "missing filename for serving cert: --tls-cert-file and"
                            + " --tls-private-key-file go together, and only one of them is given");
    }

    private static String problem(String certificate, String key) {
        TlsOptions options = TlsOptions.DEFAULT.withFiles(certificate, key);
        Throwable problem =
                catchThrowable(
                        () -> ServerFixture.open(ServerFixture.LOOPBACK.with(options), ECHO));
        return String.valueOf(problem.getMessage());
    }

    @Test
    void onlyTheChosenVersionIsSupported() {
        TlsOptions options =
                new TlsOptions("", "", "", List.of(), List.of(), List.of(23), "VersionTLS13");
        try (var fixture = ServerFixture.open(ServerFixture.LOOPBACK.with(options), ECHO)) {
            var parameters = new SSLParameters();
            parameters.setProtocols(new String[] {"TLSv1.2"});
            HttpClient old =
                    HttpClient.newBuilder()
                            .sslContext(ServerFixture.anybodysContext())
                            .sslParameters(parameters)
                            .build();
            assertThatThrownBy(() -> fixture.send(old, fixture.request("/")))
                    .isInstanceOf(UncheckedIOException.class);
            assertThat(fixture.get("/").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void indentationFollowsTheUserAgent() {
        assertThat(List.of("curl/8", "Wget/1", "Mozilla/5.0 (X)"))
                .allMatch(agent -> call("/", agent).wantsIndentation());
        assertThat(call("/", "Prometheus/3").wantsIndentation()).isFalse();
        assertThat(call("/?pretty=false", "curl/8").wantsIndentation()).isFalse();
        assertThat(call("/?pretty=1", "Prometheus/3").wantsIndentation()).isTrue();
    }

    private static ServerRequest call(String target, String agent) {
        return Calls.of("GET", target, Map.of("User-Agent", List.of(agent)));
    }
}
