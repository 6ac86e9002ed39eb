package dev.berth.kube.extender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;

import dev.berth.engine.port.Extender;
import dev.berth.engine.port.ExtenderException;
import dev.berth.engine.port.ExtenderSpec;
import dev.berth.kube.write.WriteGate;
import dev.berth.kubeclient.tls.TlsContexts;
import dev.berth.model.Decoder;
import dev.berth.model.json.Json;
import dev.berth.model.json.JsonReader;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/// The extender protocol on the wire, and the handling of all kinds of responses.
class HttpExtenderTest {
    private static final Json.Obj POD =
            parsed(
                    """
                    {"kind":"Pod","apiVersion":"v1","metadata":{"name":"web","namespace":"default","uid":"u1"}}
                    """);
    private static final Json.Obj NODE =
            parsed("{\"kind\":\"Node\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"n1\"}}");
    private static final Extender.ExtenderArgs INQUIRY =
            new Extender.ExtenderArgs(POD, List.of("n1"), Map.of("n1", NODE));

    private final AtomicReference<String> requestBody = new AtomicReference<>("");
    private final AtomicReference<String> path = new AtomicReference<>("");
    private volatile Answering answering = exchange -> answer(exchange, 200, "{}");
    private HttpServer server;

    /// The behavior of the extender.
    private interface Answering {
        void handle(HttpExchange exchange) throws IOException;
    }

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        serve(server);
    }

    private void serve(HttpServer any) {
        any.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        any.createContext(
                "/",
                exchange -> {
                    path.set(exchange.getRequestMethod() + " " + exchange.getRequestURI());
                    requestBody.set(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
                    answering.handle(exchange);
                });
        any.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private static void answer(HttpExchange exchange, int code, String body) throws IOException {
        byte[] bytes = body.getBytes(UTF_8);
        exchange.sendResponseHeaders(code, bytes.length == 0 ? -1 : bytes.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }

    private void answers(String body) {
        answering = exchange -> answer(exchange, 200, body);
    }

    private String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private static ExtenderSpec spec(
            String address, boolean knowsNodes, Duration timeout, ExtenderSpec.Tls tls) {
        return new ExtenderSpec(
                address,
                "filter",
                "prioritize",
                "bind",
                "preempt",
                1,
                tls,
                timeout,
                knowsNodes,
                List.of(),
                false);
    }

    private HttpExtender extender(boolean knowsNodes) {
        return new HttpExtender(
                spec(
                        address() + "/scheduler/",
                        knowsNodes,
                        Duration.ofSeconds(30),
                        ExtenderSpec.Tls.NONE));
    }

    @Test
    void aReplicaThatDoesNotLeadBindsNothing() {
        var shut = new WriteGate(() -> false);
        ExtenderSpec spec = spec(address(), true, Duration.ofSeconds(30), ExtenderSpec.Tls.NONE);
        try (var extender = new HttpExtender(spec, shut)) {
            assertThatThrownBy(() -> extender.bind(new Decoder().pod(POD), "n1"))
                    .isInstanceOf(ExtenderException.class)
                    .hasMessage("this replica is no longer the leader");
        }
    }

    private static Json.Obj parsed(String text) {
        try (var reader = new JsonReader(new ByteArrayInputStream(text.getBytes(UTF_8)))) {
            return (Json.Obj) reader.next().orElseThrow();
        }
    }

    @Test
    void anExtenderWithoutACacheGetsWholeNodes() throws Exception {
        answers(
                """
                {"nodes":{"items":[{"metadata":{"name":"n1"}}]},
                 "failedNodes":{"n2":"full"},"FailedAndUnresolvableNodes":{"n3":"gone"},"error":""}
                """);
        try (HttpExtender extender = extender(false)) {
            assertThat(extender.filter(INQUIRY))
                    .isEqualTo(
                            new Extender.Filtered(
                                    List.of("n1"), Map.of("n2", "full"), Map.of("n3", "gone")));
        }
        assertThat(path.get()).isEqualTo("POST /scheduler/filter");
        assertThat(parsed(requestBody.get()))
                .isEqualTo(
                        parsed(
                                """
                                {"Pod":{"metadata":{"name":"web","namespace":"default","uid":"u1"}},
                                 "Nodes":{"metadata":{},"items":[{"metadata":{"name":"n1"}}]},
                                 "NodeNames":null}
                                """));
    }

    @Test
    void aCachingExtenderGetsNodeNames() throws Exception {
        answers("{\"NodeNames\":[\"n1\"],\"Nodes\":null,\"FailedNodes\":null}");
        try (HttpExtender extender = extender(true)) {
            assertThat(extender.filter(INQUIRY).passing()).containsExactly("n1");
        }
        assertThat(parsed(requestBody.get()).field("Nodes")).contains(Json.Null.NULL);
        assertThat(parsed(requestBody.get()).field("NodeNames"))
                .contains(new Json.Arr(List.of(new Json.Str("n1"))));
    }

    @Test
    void aResponseWithoutNodesAcceptsNone() throws Exception {
        answers("{}");
        try (HttpExtender extender = extender(true)) {
            assertThat(extender.filter(INQUIRY).passing()).isEmpty();
        }
    }

    @Test
    void anErrorInAResponseIsAnError() {
        answers("{\"Error\":\"no idea\"}");
        try (HttpExtender extender = extender(true)) {
            assertThatThrownBy(() -> extender.filter(INQUIRY))
                    .isInstanceOf(ExtenderException.class)
                    .hasMessage("no idea");
        }
    }

    @Test
    void scoresAreReadByHost() throws Exception {
        answers("[{\"Host\":\"n1\",\"Score\":7},{\"host\":\"n2\",\"score\":-1}]");
        try (HttpExtender extender = extender(true)) {
            assertThat(extender.prioritize(INQUIRY)).isEqualTo(Map.of("n1", 7L, "n2", -1L));
        }
    }

    @Test
    void aBindNamesThePodAndTheNode() throws Exception {
        answers("{}");
        try (HttpExtender extender = extender(true)) {
            extender.bind(new Decoder().pod(POD), "n1");
        }
        assertThat(parsed(requestBody.get()))
                .isEqualTo(
                        parsed(
                                """
                                {"PodName":"web","PodNamespace":"default","PodUID":"u1","Node":"n1"}
                                """));
    }

    @Test
    void victimsAreSentByUidToACachingExtender() throws Exception {
        answers(
                "{\"NodeNameToMetaVictims\":{\"n1\":{\"Pods\":[{\"UID\":\"v2\"}],\"NumPDBViolations\":1}}}");
        try (HttpExtender extender = extender(true)) {
            assertThat(
                            extender.preempt(
                                    POD,
                                    List.of(
                                            new Extender.Evictions(
                                                    "n1", List.of("v1", "v2"), List.of(), 0))))
                    .containsExactly(new Extender.Evictions("n1", List.of("v2"), List.of(), 1));
        }
        assertThat(parsed(requestBody.get()).field("NodeNameToMetaVictims"))
                .contains(
                        parsed(
                                "{\"n1\":{\"Pods\":[{\"UID\":\"v1\"},{\"UID\":\"v2\"}],\"NumPDBViolations\":0}}"));
    }

    @Test
    void aCodeOtherThan200IsAnError() {
        answering = exchange -> answer(exchange, 503, "later");
        try (HttpExtender extender = extender(true)) {
            assertThatThrownBy(() -> extender.filter(INQUIRY))
                    .hasMessage(
                            "failed filter with extender at URL %s/scheduler/filter, code 503"
                                    .formatted(address()));
        }
    }

    @Test
    void aMalformedResponseIsAnErrorThatNamesTheField() {
        try (HttpExtender extender = extender(true)) {
            answers("hello");
            assertThatThrownBy(() -> extender.filter(INQUIRY))
                    .isInstanceOf(ExtenderException.class)
                    .hasMessageContaining("returned invalid JSON");
            answers("");
            assertThatThrownBy(() -> extender.filter(INQUIRY))
                    .isInstanceOf(ExtenderException.class)
                    .hasMessageContaining("returned an empty response");
            answers("[]");
            assertThatThrownBy(() -> extender.filter(INQUIRY))
                    .isInstanceOf(ExtenderException.class)
                    .hasMessageContaining("did not return a JSON object");
            answers("{\"NodeNames\":\"n1\"}");
            assertThatThrownBy(() -> extender.filter(INQUIRY))
                    .isInstanceOf(ExtenderException.class)
                    .hasMessage("NodeNames in the extender's response must be a list, not \"n1\"");
            answers("[{\"Host\":\"n1\",\"Score\":1.5}]");
            assertThatThrownBy(() -> extender.prioritize(INQUIRY))
                    .isInstanceOf(ExtenderException.class)
                    .hasMessage("Score in the extender's response must be a whole number, not 1.5");
        }
    }

    @Test
    void aBodyWithoutEndIsCutOff() {
        byte[] spaces = " ".repeat(1 << 20).getBytes(UTF_8);
        answering =
                exchange -> {
                    exchange.sendResponseHeaders(200, 0);
                    try (OutputStream out = exchange.getResponseBody()) {
                        for (int i = 0; i < 1 << 10; i++) {
                            out.write(spaces);
                        }
                    }
                };
        try (HttpExtender extender = extender(true)) {
            assertThatThrownBy(() -> extender.filter(INQUIRY))
                    .isInstanceOf(ExtenderException.class)
                    .hasMessageContaining("Post \"");
        }
    }

    @Test
    void aSilentExtenderTimesOutAsConfigured() {
        var never = new CountDownLatch(1);
        answering =
                exchange -> {
                    try {
                        never.await();
                    } catch (InterruptedException e) {
                        throw new UncheckedIOException(new IOException(e));
                    }
                };
        var spec = spec(address(), true, Duration.ofMillis(200), ExtenderSpec.Tls.NONE);
        try (var extender = new HttpExtender(spec)) {
            assertThatThrownBy(() -> extender.filter(INQUIRY))
                    .isInstanceOf(ExtenderException.class)
                    .hasMessage(
                            "Post \"%s/filter\": no response within 200ms".formatted(address()));
        } finally {
            never.countDown();
        }
    }

    @Test
    void anUnreachableExtenderIsNamed() {
        String address = address();
        server.stop(0);
        var spec = spec(address, true, Duration.ofSeconds(30), ExtenderSpec.Tls.NONE);
        try (var extender = new HttpExtender(spec)) {
            assertThatThrownBy(() -> extender.filter(INQUIRY))
                    .isInstanceOf(ExtenderException.class)
                    .hasMessageStartingWith("Post \"%s/filter\": ".formatted(address));
        }
    }

    @Test
    void anInvalidUrlIsRejectedAtOnce() {
        for (String address : List.of("localhost:8080", "http://", "ht tp://x")) {
            var spec = spec(address, true, Duration.ZERO, ExtenderSpec.Tls.NONE);
            assertThatThrownBy(() -> new HttpExtender(spec).close())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("urlPrefix \"" + address + "\"");
        }
    }

    /// A server that authenticates itself and requires a client certificate.
    private HttpsServer secure() throws IOException {
        SSLContext context =
                TlsContexts.make(
                        new TlsContexts.Wanted(
                                Fixtures.read("ca.pem"),
                                Fixtures.read("server.pem"),
                                Fixtures.read("server.key"),
                                "",
                                false));
        HttpsServer secure =
                HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        secure.setHttpsConfigurator(
                new HttpsConfigurator(context) {
                    @Override
                    public void configure(HttpsParameters params) {
                        SSLParameters wanted = context.getDefaultSSLParameters();
                        wanted.setNeedClientAuth(true);
                        params.setSSLParameters(wanted);
                    }
                });
        serve(secure);
        return secure;
    }

    private static ExtenderSpec.Tls tls(boolean insecure, String serverName, String authority) {
        return new ExtenderSpec.Tls(
                insecure,
                serverName,
                "",
                "",
                "",
                Fixtures.read("client.pem"),
                Fixtures.read("client.key"),
                authority);
    }

    @Test
    void bothSidesAuthenticate() throws Exception {
        HttpsServer secure = secure();
        answers("{\"NodeNames\":[\"n1\"]}");
        String address = "https://127.0.0.1:" + secure.getAddress().getPort();
        Duration timeout = Duration.ofSeconds(30);
        String authority = Fixtures.read("ca.pem");
        try {
            for (ExtenderSpec.Tls good :
                    List.of(
                            tls(false, "", authority),
                            tls(false, "one.extenders.example", authority),
                            tls(true, "", ""))) {
                try (var extender = new HttpExtender(spec(address, true, timeout, good))) {
                    assertThat(extender.filter(INQUIRY).passing()).containsExactly("n1");
                }
            }
            for (ExtenderSpec.Tls bad :
                    List.of(
                            tls(false, "", ""),
                            tls(false, "elsewhere.example", authority),
                            new ExtenderSpec.Tls(false, "", "", "", "", "", "", authority))) {
                try (var extender = new HttpExtender(spec(address, true, timeout, bad))) {
                    assertThatThrownBy(() -> extender.filter(INQUIRY))
                            .isInstanceOf(ExtenderException.class)
                            .hasMessageStartingWith("Post \"https://");
                }
            }
        } finally {
            secure.stop(0);
        }
    }

    @Test
    void certificatesAreReadFromFilesAndDataTakesPrecedence() throws Exception {
        HttpsServer secure = secure();
        answers("{\"NodeNames\":[\"n1\"]}");
        String address = "https://127.0.0.1:" + secure.getAddress().getPort();
        Path good = Files.createTempFile("authority", ".pem");
        Path bad = Files.createTempFile("another", ".pem");
        try {
            Files.writeString(good, Fixtures.read("ca.pem"));
            Files.writeString(bad, Fixtures.read("client.pem"));
            assertThat(passing(address, authority(good, ""))).containsExactly("n1");
            assertThatThrownBy(() -> passing(address, authority(bad, "")))
                    .isInstanceOf(ExtenderException.class);
            assertThat(passing(address, authority(bad, Fixtures.read("ca.pem"))))
                    .containsExactly("n1");
        } finally {
            secure.stop(0);
            Files.delete(good);
            Files.delete(bad);
        }
    }

    private static ExtenderSpec.Tls authority(Path file, String data) {
        return new ExtenderSpec.Tls(
                false,
                "",
                "",
                "",
                file.toString(),
                Fixtures.read("client.pem"),
                Fixtures.read("client.key"),
                data);
    }

    private static List<String> passing(String address, ExtenderSpec.Tls tls) throws Exception {
        try (var extender = new HttpExtender(spec(address, true, Duration.ofSeconds(30), tls))) {
            return extender.filter(INQUIRY).passing();
        }
    }

    @Test
    void invalidCertificatesAreRejectedAtOnce() {
        var missing = new ExtenderSpec.Tls(false, "", "", "", "/missing", "", "", "");
        assertThatThrownBy(() ->
                        new HttpExtender(spec("https://x", true, Duration.ZERO, missing)).close())
                .hasMessageContaining("caFile \"/missing\" cannot be read");
        var keyless = new ExtenderSpec.Tls(false, "", "", "", "", "cert", "", "");
        assertThatThrownBy(() ->
                        new HttpExtender(spec("https://x", true, Duration.ZERO, keyless)).close())
                .hasMessageContaining("needs both a certificate and its key");
        var invalid = new ExtenderSpec.Tls(false, "", "", "", "", "", "", "nonsense");
        assertThatThrownBy(() ->
                        new HttpExtender(spec("https://x", true, Duration.ZERO, invalid)).close())
                .hasMessageContaining("there is no certificate in it");
    }
}
